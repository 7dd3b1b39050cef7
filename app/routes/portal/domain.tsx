import { Outlet, useLocation } from "react-router";
import { servicesContext } from "~/context";
import { DomainFrame } from "~/features/domains/components/domain-frame";
import { domainHeader } from "~/features/domains/domain-header";
import { domainPageAt } from "~/features/domains/domain-pages";
import { notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/domain";

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, domain] = await asCustomer(context, ({ portfolio }, owner) =>
		portfolio.find(owner, params.domainId),
	);
	if (!domain) notFound();
	const { clock, domainManagement } = context.get(servicesContext);
	const arriving = domain.status === "pending" || domain.status === "transfer_in";
	// A second round trip, but only for the few domains that are arriving.
	const jobs = arriving ? await domainManagement.jobs(ownerOf(context), domain.id) : [];
	return domainHeader(domain, jobs, clock(), customer);
}

export default function Domain({ loaderData }: Route.ComponentProps) {
	return (
		<DomainFrame domain={loaderData} page={domainPageAt(useLocation().pathname)}>
			<Outlet />
		</DomainFrame>
	);
}
