import { Form, useNavigation } from "react-router";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Fact, Facts } from "~/components/ui/fact";
import { Heading } from "~/components/ui/heading";
import type { PanelView } from "../panel-view";
import { PanelFrame } from "./panel-frame";
import { ResourceLines } from "./resource-lines";

/** The panel's stand-in, signed in. */
export function PanelAccount({ account }: { account: PanelView }) {
	const { plan, domain, ip, email, bars, passwordChanged, endsAt } = account;
	return (
		<PanelFrame title={domain ?? plan}>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
				<Card as="section" aria-labelledby="account">
					<Heading level={2} size="sm" id="account">
						Account
					</Heading>
					<div className="mt-3">
						<Facts>
							<Fact term="Package">{plan}</Fact>
							<Fact term="Domain">{domain ?? "None yet"}</Fact>
							<Fact term="IP address">{ip || "Not assigned"}</Fact>
							<Fact term="Contact">
								<span className="wrap-anywhere">{email}</span>
							</Fact>
							<Fact term="Password">{passwordChanged ? `Changed ${passwordChanged}` : "As it was set up"}</Fact>
						</Facts>
					</div>
				</Card>
				<Card as="section" aria-labelledby="usage">
					<Heading level={2} size="sm" id="usage">
						Usage
					</Heading>
					<div className="mt-3">
						{bars.length > 0 ? <ResourceLines bars={bars} className="gap-3" /> : <p>This package has no limits.</p>}
					</div>
				</Card>
			</div>
			<Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<Button type="submit" variant="secondary" disabled={useNavigation().state !== "idle"}>
					Sign out of the panel
				</Button>
				<p className="text-sm text-muted">Signed in by a one-time link, until {endsAt}.</p>
			</Form>
		</PanelFrame>
	);
}
