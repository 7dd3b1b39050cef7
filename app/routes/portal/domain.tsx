import { Outlet, useLocation } from "react-router";
import { DomainFrame } from "~/features/domains/components/domain-frame";
import { notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import type { Route } from "./+types/domain";

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, domain] = await asCustomer(context, ({ portfolio }, owner) => portfolio.find(owner, params.domainId));
	if (!domain) notFound();
	const { id, name, status } = domain;
	return { id, name, status };
}

export default function Domain({ loaderData }: Route.ComponentProps) {
	const page = useLocation().pathname.split("/")[4] ?? "";
	return (
		<DomainFrame domain={loaderData} page={page}>
			<Outlet />
		</DomainFrame>
	);
}
