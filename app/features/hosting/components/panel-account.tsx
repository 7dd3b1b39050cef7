import { Form, useNavigation } from "react-router";
import { Button } from "~/components/ui/button";
import { EmailAddress } from "~/components/ui/email-address";
import { Fact, Facts } from "~/components/ui/fact";
import { TitledCard } from "~/components/ui/titled-card";
import type { PanelView } from "../panel-view";
import { PanelFrame } from "./panel-frame";
import { ResourceLines } from "./resource-lines";

/** The sandbox panel after signing in. */
export function PanelAccount({ account }: { account: PanelView }) {
	const { plan, domain, ip, email, bars, passwordChanged, endsAt } = account;
	return (
		<PanelFrame title={domain ?? plan}>
			<div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
				<TitledCard title="Account">
					<div>
						<Facts>
							<Fact term="Package">{plan}</Fact>
							<Fact term="Domain">{domain ?? "None yet"}</Fact>
							<Fact term="IP address">{ip || "Not assigned"}</Fact>
							<Fact term="Contact">
								<EmailAddress address={email} />
							</Fact>
							<Fact term="Password">{passwordChanged ? `Changed ${passwordChanged}` : "Not changed yet"}</Fact>
						</Facts>
					</div>
				</TitledCard>
				<TitledCard title="Usage">
					<div>
						{bars.length > 0 ? <ResourceLines bars={bars} className="gap-3" /> : <p>This package has no limits.</p>}
					</div>
				</TitledCard>
			</div>
			<Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<Button type="submit" variant="secondary" disabled={useNavigation().state !== "idle"}>
					Sign out of the panel
				</Button>
				<p className="text-sm text-muted">Signed in with a one-time link until {endsAt}.</p>
			</Form>
		</PanelFrame>
	);
}
