import { Link } from "react-router";
import { ButtonLink, buttonClasses } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import type { DomainStatus } from "../../../db/schema";
import type { Standing } from "../domain-standing";

interface ClosedPageProps {
	id: string;
	status: DomainStatus;
	why: Standing;
}

/** In place of a page that can't be used in the domain's state: why, and what can be done instead. */
export function ClosedPage({ id, status, why }: ClosedPageProps) {
	const overview = `/dashboard/domains/${id}`;
	const arriving = status === "pending" || status === "transfer_in";
	return (
		<Card>
			<EmptyState
				icon={arriving ? "clock" : "circle-alert"}
				title={why.title}
				action={
					<>
						{arriving && (
							<Link to={overview} className={buttonClasses()}>
								See how far it is
							</Link>
						)}
						{status === "expired" && (
							<Link to={`${overview}#renew`} className={buttonClasses()}>
								Renew it
							</Link>
						)}
						{status === "redemption" && <ButtonLink href="/contact">Contact us</ButtonLink>}
						<Link to={`${overview}/dns`} className={buttonClasses({ variant: "secondary" })}>
							{arriving ? "Prepare its DNS records" : "See its DNS records"}
						</Link>
					</>
				}
			>
				{why.text}
			</EmptyState>
		</Card>
	);
}
