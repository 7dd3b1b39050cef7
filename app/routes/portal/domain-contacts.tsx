import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import { ContactsForm } from "~/features/domains/components/contacts-form";
import { contactFields, contactRoles } from "~/features/domains/contacts";
import { contactValues } from "~/features/domains/contacts-view";
import { parseContacts } from "~/features/domains/parse-contacts";
import { readForm, textFields } from "~/lib/form-data";
import { failureData, failureOrNotFound, notFound } from "~/lib/responses";
import { asCustomer } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { requireConfirmedOwner } from "~/middleware/require-confirmation";
import { requireDomainConfirmation } from "~/middleware/require-domain-confirmation";
import type { Route } from "./+types/domain-contacts";

export const middleware: Route.MiddlewareFunction[] = [requireDomainConfirmation];

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle(loaderData ? `Contacts of ${loaderData.domain}` : "Not found") },
];

const names = contactRoles.flatMap((role) => [`${role}.own`, ...contactFields.map((field) => `${role}.${field}`)]);

export async function loader({ context, params }: Route.LoaderArgs) {
	const [customer, domain] = await asCustomer(context, ({ portfolio }, owner) =>
		portfolio.find(owner, params.domainId),
	);
	if (!domain) notFound();
	return {
		domain: domain.name,
		values: contactValues(domain.contacts, customer),
	};
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
	const form = await readForm(request);
	const values = textFields(form, names);
	const contacts = parseContacts(Object.fromEntries(form));
	if (!contacts.ok) return failureData(contacts.error, values);
	const owner = await requireConfirmedOwner(context);
	if (!owner.ok) return failureData(owner.error, values);
	const set = await context
		.get(servicesContext)
		.domainManagement.setContacts(owner.value, params.domainId, contacts.value);
	if (!set.ok) return failureOrNotFound(set.error, values);
	return redirectWith(context, url.pathname, { message: "Contacts saved." });
}

export default function ContactsPage({ loaderData: { values }, actionData }: Route.ComponentProps) {
	return <ContactsForm values={actionData?.values ?? values} failure={actionData?.failure} />;
}
