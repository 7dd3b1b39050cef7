import { pageTitle } from "~/components/layout/page-title";
import { servicesContext } from "~/context";
import type { Customer } from "~/features/accounts/customer";
import { settingsMessages } from "~/features/accounts/profile";
import { withPostalCode } from "~/features/billing-details/billing-address";
import {
	billingDetailsIn,
	billingEmailSchema,
	removePhoneSchema,
} from "~/features/billing-details/billing-details.schema";
import { listedBillingEmail } from "~/features/billing-details/billing-email-view";
import { BillingEmails } from "~/features/billing-details/components/billing-emails";
import { BillingForm } from "~/features/billing-details/components/billing-form";
import { PaymentMethods } from "~/features/billing-details/components/payment-methods";
import { cardChangeSchema, changeCard } from "~/features/payments/change-card";
import { PromptSettings } from "~/features/payments/components/prompt-settings";
import { promptSettingSchema } from "~/features/payments/prompt.schema";
import { formatDay } from "~/lib/dates";
import { readForm, textFields } from "~/lib/form-data";
import { mergeFormValues, readInitialValues } from "~/lib/initial-values";
import { parse } from "~/lib/parse";
import { failureData, notFound } from "~/lib/responses";
import { asCustomer, customerOf, ownerOf } from "~/middleware/as-customer";
import { redirectWith } from "~/middleware/redirect-with";
import { confirmedOwnerOf } from "~/middleware/require-confirmation";
import type { Route } from "./+types/billing";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Billing") }];

const fields = ["name", "address", "city", "taxPin"] as const;

const detailsOf = ({ billing, company, firstName, lastName }: Customer) => ({
	name: billing?.name ?? company ?? `${firstName} ${lastName}`,
	address: billing?.address ?? "",
	city: billing?.city ?? "",
	taxPin: billing?.taxPin ?? "",
});

export async function loader({ context }: Route.LoaderArgs) {
	const [customer, [phones, cards, prompts, emails]] = await asCustomer(
		context,
		({ billingDetails, billingEmails, payments }, owner) =>
			Promise.all([
				billingDetails.phones(owner),
				payments.cards.list(owner),
				payments.prompts.setting(owner),
				billingEmails.list(owner),
			]),
	);
	const { payments } = context.get(servicesContext);
	const isKenyan = customer.country === "Kenya";
	const isOffered = payments.takesMpesa(customer.currency);
	// Kenyans who are billed in dollars would otherwise look for the prompts in vain.
	const mentionsPrompts = isOffered || (payments.takesMpesa("KES") && (isKenyan || prompts.setting !== null));
	return {
		details: detailsOf(customer),
		isKenyan,
		cards,
		emails: emails.map((one) => listedBillingEmail(one, customer)),
		prompts: mentionsPrompts ? { ...prompts, isOffered } : null,
		phones: phones.map(({ phone, usedAt }) => ({ phone, used: formatDay(usedAt, customer) })),
	};
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { billingDetails, billingEmails, payments } = context.get(servicesContext);
	const form = await readForm(request);
	const card = cardChangeSchema.safeParse(Object.fromEntries(form));
	if (card.success) {
		const confirmed = () => confirmedOwnerOf(context, url);
		const who = { owner: ownerOf(context), userId: (await customerOf(context)).id, confirmed };
		const done = await changeCard(payments.cards, who, card.data, url.pathname);
		if (!done.ok) notFound();
		return redirectWith(context, url.pathname, done.value);
	}
	const values = textFields(form, fields);
	if (form.get("intent") === "forget") {
		const input = parse(removePhoneSchema, Object.fromEntries(form));
		const forgotten = input.ok ? await billingDetails.removePhone(ownerOf(context), input.value.phone) : input;
		if (!forgotten.ok) notFound();
		return redirectWith(context, url.pathname, { message: settingsMessages.phone });
	}
	const customer = await customerOf(context);
	if (form.get("intent") === "add-billing-email" || form.get("intent") === "remove-billing-email") {
		const typed = textFields(form, ["email"]);
		const input = parse(billingEmailSchema, Object.fromEntries(form));
		if (!input.ok) return failureData(input.error, typed);
		const { value } = input;
		const by = { actor: "customer", owner: ownerOf(context) } as const;
		if (value.intent === "remove-billing-email") {
			const removed = await billingEmails.remove(value.billingEmailId, by);
			if (!removed.ok) notFound();
			return redirectWith(context, url.pathname, { message: settingsMessages["billing-email-removed"] });
		}
		const added = await billingEmails.add(customer, value.email, by);
		if (!added.ok) return failureData(added.error, typed);
		return redirectWith(context, url.pathname, { message: settingsMessages["billing-email"] });
	}
	if (form.get("intent") === "prompts-off") {
		await payments.prompts.turnOff(ownerOf(context));
		return redirectWith(context, url.pathname, { message: settingsMessages["prompts-off"] });
	}
	if (form.get("intent") === "prompts") {
		if (!payments.takesMpesa(customer.currency)) notFound();
		const typed = textFields(form, ["phone", "hour"]);
		const input = parse(promptSettingSchema, typed);
		const chosen = input.ok ? await payments.prompts.choose(ownerOf(context), input.value) : input;
		if (!chosen.ok) return failureData(chosen.error, typed);
		return redirectWith(context, url.pathname, { message: settingsMessages.prompts });
	}
	const current = detailsOf(customer);
	const merged = mergeFormValues({ sent: values, initial: readInitialValues(form, fields), current });
	const details = merged.ok ? parse(billingDetailsIn(customer.country), merged.value) : merged;
	if (!details.ok) return failureData(details.error, { ...values, initial: merged.initial });
	await billingDetails.save(ownerOf(context), withPostalCode(details.value, customer.billing));
	return redirectWith(context, url.pathname, { message: settingsMessages.billing });
}

export default function Billing({
	loaderData: { cards, details, emails, isKenyan, phones, prompts },
	actionData,
}: Route.ComponentProps) {
	const values = actionData?.values;
	const typedPrompt = values && "phone" in values ? values : undefined;
	const typedDetails = values && "name" in values ? values : undefined;
	// One without values, such as a lost connection, is shown at the top.
	const typedEmail = values && "email" in values ? values : undefined;
	const failure = typedPrompt || typedEmail ? undefined : actionData?.failure;
	return (
		<>
			<BillingForm details={details} isKenyan={isKenyan} failure={failure} values={typedDetails} />
			<BillingEmails addresses={emails} failure={typedEmail && actionData?.failure} typed={typedEmail?.email} />
			<PaymentMethods cards={cards} phones={phones} />
			{prompts && (
				<PromptSettings
					{...prompts}
					card={cards.find(({ paysRenewals }) => paysRenewals)?.name ?? null}
					failure={typedPrompt && actionData?.failure}
					values={typedPrompt}
				/>
			)}
		</>
	);
}
