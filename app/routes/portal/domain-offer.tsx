import { href, redirect } from "react-router";
import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { DomainOffer } from "~/features/domains/components/domain-offer";
import { contactFields } from "~/features/domains/contacts";
import { contactValues } from "~/features/domains/contacts-view";
import { offerView } from "~/features/domains/offer-view";
import { parseContacts } from "~/features/domains/parse-contacts";
import { otherShard } from "~/features/domains/push";
import { offerFormSchema } from "~/features/domains/push.schema";
import { flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { parse } from "~/lib/parse";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer, ownerOf } from "~/middleware/as-customer";
import type { Route } from "./+types/domain-offer";

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData?.offer ? `Offer of ${loaderData.offer.name}` : "Offered domain") },
];

const names = ["intent", ...contactFields.map((field) => `registrant.${field}`)];

export async function loader({ context, params: { pushId } }: Route.LoaderArgs) {
	const [customer, offer] = await asCustomer(context, ({ pushes }, owner) => pushes.offerTo(owner, pushId));
	const { clock, pushes } = context.get(servicesContext);
	if (!offer && !pushes.isElsewhere(pushId)) notFound();
	return {
		offer: offer ? offerView(offer, clock(), customer) : null,
		unavailable: offer ? null : otherShard,
		values: contactValues(null, customer),
	};
}

export async function action({ context, params: { pushId }, request }: Route.ActionArgs) {
	const values = textFields(await readForm(request), names);
	const input = parse(offerFormSchema, values);
	if (!input.ok) return failureData(input.error, values);
	const { config, pushes } = context.get(servicesContext);
	const owner = ownerOf(context);
	const flash = (message: string) => ({ headers: flashHeaders(config.APP_ORIGIN, { message }) });
	if (input.value.intent === "refuse") {
		const refused = await pushes.refuse(owner, pushId);
		if (!refused.ok) return failureOrNotFound(refused.error, values);
		return redirect(href("/dashboard/domains"), flash("You refused the domain. We told its sender."));
	}
	const contacts = parseContacts(values);
	if (!contacts.ok) return failureData(contacts.error, values);
	const accepted = await pushes.accept(owner, pushId, contacts.value);
	if (!accepted.ok) return failureOrNotFound(accepted.error, values);
	return redirect(
		href("/dashboard/domains/:domainId", { domainId: accepted.value }),
		flash("The domain is yours now. Turn auto-renew on to keep it."),
	);
}

export default function OfferPage({ loaderData, actionData }: Route.ComponentProps) {
	const { offer, unavailable, values } = loaderData;
	const typed = { ...values, ...actionData?.values };
	return <DomainOffer offer={offer} unavailable={unavailable} values={typed} failure={actionData?.failure} />;
}
