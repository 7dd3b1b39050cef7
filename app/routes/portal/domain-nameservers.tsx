import { redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { NameserversForm } from "~/features/domains/components/nameservers-form";
import { nameserverRows } from "~/features/domains/nameservers";
import { readForm, textFields } from "~/lib/form-data";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { requireConfirmedOwner } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-nameservers";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Nameservers of ${loaderData.domain}` : "Not found") },
];

const places = Array.from({ length: nameserverRows }, (_, index) => index);

export async function loader({ context, params }: Route.LoaderArgs) {
	const [, domain] = await asCustomer(context, ({ portfolio }, owner) => portfolio.find(owner, params.domainId));
	if (!domain) notFound();
	const { name, nameservers, glue, delegation, dnssec } = domain;
	const ours = await context.get(servicesContext).domainManagement.nameserversFor(name);
	const addressesOf = (host: string) => glue?.find((one) => one.host === host)?.addresses.join(", ") ?? "";
	const rows = places.map((index) => {
		const host = nameservers[index] ?? "";
		return { host, addresses: addressesOf(host) };
	});
	return {
		domain: name,
		rows,
		pending: delegation === "pending",
		signed: dnssec !== "off",
		usesOurs: nameservers.join() === ours.join(),
	};
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const typed = places.map((index) => {
		const { [`host${index}`]: host = "", [`addresses${index}`]: addresses = "" } = textFields<string>(form, [
			`host${index}`,
			`addresses${index}`,
		]);
		return { host, addresses };
	});
	const to = form.get("intent") === "own" ? "ours" : typed;
	const owner = await requireConfirmedOwner(context);
	if (!owner.ok) return failureData(owner.error, typed);
	const set = await context.get(servicesContext).domainManagement.setNameservers(owner.value, params.domainId, to);
	if (!set.ok) return failureOrNotFound(set.error, typed);
	return redirect(url.pathname);
}

export default function NameserversPage({ loaderData, actionData }: Route.ComponentProps) {
	const { rows, pending } = loaderData;
	return (
		<NameserversForm
			key={`${rows.map(({ host }) => host).join()} ${pending}`}
			{...loaderData}
			rows={actionData?.values ?? rows}
			failure={actionData?.failure}
		/>
	);
}
