import { href } from "react-router";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { RouteButton } from "~/components/ui/route-button";
import type { Standing } from "../domain-standing";
import type { DomainStatus } from "../domain-state";

interface ClosedPageProps {
	id: string;
	status: DomainStatus;
	why: Standing;
}

/** In place of a page that can't be used in the domain's state: why, and what can be done instead. */
export function ClosedPage({ id, status, why }: ClosedPageProps) {
	const overview = href("/dashboard/domains/:domainId", { domainId: id });
	const arriving = status === "pending" || status === "transfer_in";
	return (
		<Card>
			<EmptyState
				icon={arriving ? "clock" : "circle-alert"}
				title={why.title}
				action={
					<>
						{arriving && <RouteButton to={overview}>See how far it is</RouteButton>}
						{status === "expired" && <RouteButton to={`${overview}#renew`}>Renew it</RouteButton>}
						{status === "redemption" && <ButtonLink href={href("/contact")}>Contact us</ButtonLink>}
						<RouteButton to={`${overview}/dns`} variant="secondary">
							{arriving ? "Prepare its DNS records" : "See its DNS records"}
						</RouteButton>
					</>
				}
			>
				{why.text}
			</EmptyState>
		</Card>
	);
}
