import { href } from "react-router";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { RouteButton } from "~/components/ui/route-button";
import type { Restriction } from "../domain-restriction";
import type { DomainStatus } from "../domain-state";

interface UnavailablePageProps {
	id: string;
	status: DomainStatus;
	restriction: Restriction;
	/** Why its registration or transfer has stopped. */
	stopped: string | null;
}

/** Replaces a page that is not available in the domain's status. */
export function UnavailablePage({ id, status, restriction, stopped }: UnavailablePageProps) {
	const overview = href("/dashboard/domains/:domainId", { domainId: id });
	const arriving = status === "pending" || status === "transfer_in";
	return (
		<Card>
			<EmptyState
				icon={arriving ? "clock" : "circle-alert"}
				title={restriction.title}
				action={
					<>
						{arriving && <RouteButton to={overview}>View status</RouteButton>}
						{status === "expired" && <RouteButton to={`${overview}#renew`}>Renew</RouteButton>}
						{status === "redemption" && <RouteButton to={`${overview}#restore`}>Restore</RouteButton>}
						<RouteButton to={`${overview}/dns`} variant="secondary">
							{arriving ? "Prepare DNS records" : "View DNS records"}
						</RouteButton>
					</>
				}
			>
				{stopped ?? restriction.text}
			</EmptyState>
		</Card>
	);
}
