import { href } from "react-router";
import { brand } from "~/brand";
import { Talk } from "~/components/illustrations/talk";
import { contactChannels } from "~/components/layout/contact-channels";
import { Letter, LetterSection } from "~/components/layout/letter";
import { pageMeta } from "~/components/layout/page-meta";
import { Table } from "~/components/ui/table";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Hosting support from Kenya",
		`Our team in Kenya answers emails and WhatsApp messages seven days a week, and the phone ${brand.phoneHoursInWords}.`,
	);

const preparationTips = [
	"The domain name or invoice number it's about.",
	"What you did, what you expected and the exact message on the screen.",
	"The number on our error page. It shows us what happened.",
	"Never your password. We don't need it and will never ask for it.",
] as const;

export default function Support() {
	return (
		<Letter
			title="People, in your time zone"
			lead={`A team in Kenya, seven days a week. Phone: ${brand.phoneHoursInWords}.`}
			picture={<Talk />}
		>
			<LetterSection id="hours" title="When we answer">
				<Table caption="How and when to reach us">
					<thead>
						<tr>
							<th scope="col">How</th>
							<th scope="col">When, or what for</th>
							<th scope="col">Where</th>
						</tr>
					</thead>
					<tbody>
						{contactChannels.map(({ title, note, link, linkText }) => (
							<tr key={title}>
								<th scope="row">{title}</th>
								<td className="text-muted">{note}</td>
								<td>
									<a className="link-alone wrap-anywhere" {...link}>
										{linkText}
									</a>
								</td>
							</tr>
						))}
					</tbody>
				</Table>
			</LetterSection>
			<LetterSection id="before" title="Before you call">
				<p>
					Many questions have{" "}
					<a className="link" href={href("/help")}>
						an answer in the help
					</a>
					. See on the{" "}
					<a className="link" href={href("/status")}>
						status page
					</a>{" "}
					whether everything is running. Every form you send on our{" "}
					<a className="link" href={href("/contact")}>
						contact page
					</a>{" "}
					gets a reference number. Give it when you call and we&rsquo;ll know what it&rsquo;s about.
				</p>
			</LetterSection>
			<LetterSection id="prepare" title="What helps us help you">
				<ul className="dots">
					{preparationTips.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</LetterSection>
			<LetterSection id="moving" title="Moving from another host">
				<p>Ask before you buy and we&rsquo;ll tell you what moving your files, databases and mailboxes involves.</p>
			</LetterSection>
		</Letter>
	);
}
