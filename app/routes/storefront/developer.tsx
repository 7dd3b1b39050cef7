import { href } from "react-router";
import { Letter, LetterSection } from "~/components/layout/letter";
import { pageMeta } from "~/components/layout/page-meta";
import { CodeSample } from "~/components/ui/code-sample";
import { recordTypes } from "~/features/dns/record";
import { answerSample, refusalSample, searchSample } from "~/features/domains/components/api-sample";
import { ApiTable } from "~/features/domains/components/api-table";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Domains and hosting for developers",
		"Full DNS control, servers with root access and an availability API that returns plain JSON, one line for every extension.",
	);

export default function Developer() {
	return (
		<Letter
			title="Made by developers"
			lead="Full DNS control, servers with root access and an availability API that returns plain JSON."
			picture={<CodeSample title="One name, two extensions" lines={searchSample()} />}
		>
			<LetterSection id="features" title="What you work with">
				<ul className="dots">
					<li>
						DNS: {recordTypes.slice(0, -1).join(", ")} and {recordTypes[recordTypes.length - 1]}, checked as you enter
						them. Import and export zone files, and undo changes.
					</li>
					<li>
						<span>
							Root access on every{" "}
							<a className="link" href={href("/hosting/vps")}>
								VPS
							</a>
							, with its own IP address.
						</span>
					</li>
					<li>
						<span>
							A{" "}
							<a className="link" href={href("/status")}>
								status page
							</a>{" "}
							that checks every service we depend on. /api/health returns the same result as JSON.
						</span>
					</li>
				</ul>
			</LetterSection>
			<LetterSection id="api" title="The API">
				<p>
					Plain HTTPS. Public endpoints need no key and no account. Prices are integers in minor units: 50000 is Ksh
					500.
				</p>
				<ApiTable />
				<CodeSample title="One line of the response, formatted" lines={answerSample()} />
			</LetterSection>
			<LetterSection id="errors" title="Errors">
				<p>
					Errors are a 4xx status with a readable message and the field it is about. Too many requests return 429 with
					Retry-After.
				</p>
				<CodeSample title="An invalid name" lines={refusalSample} />
			</LetterSection>
		</Letter>
	);
}
