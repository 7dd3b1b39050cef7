import { href, Link } from "react-router";
import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import { languages, timezones } from "~/features/accounts/profile";
import { maxBillingEmails } from "~/features/billing-details/billing-email-limits";
import { graceDays } from "~/features/closing/closing";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { answeredField, type DeskAnswer } from "~/features/desk/desk-answer";
import { countries } from "~/lib/countries";
import type { CustomerIntent } from "../customer-form";
import type { BillingValues, ProfileValues } from "../customer-view";
import type { CustomerOverviewProps } from "./customer-overview";
import { IdentityCheckField } from "./identity-check-field";

/** Everything that the person may change about the account. Each form says what it does and needs a reason. */
export function CustomerActionForms({
	customer,
	profile,
	billing,
	billingEmails,
	permissions,
	answer,
}: CustomerOverviewProps) {
	const { name, status, email, counts, version } = customer;
	const of = (intent: CustomerIntent | "sign-in") => (answer?.intent === intent ? answer : undefined);
	const props = (intent: CustomerIntent | "sign-in") => ({
		change: { intent, version },
		failure: of(intent)?.failure,
		reason: of(intent)?.values.reason?.[0],
	});
	const mayEdit = permissions.includes("customers.edit") && status !== "closed";
	const mayClose = permissions.includes("customers.close");
	const mayActAs = permissions.includes("customers.impersonate") && (status === "active" || status === "closing");
	const mayMerge = permissions.includes("customers.merge") && status === "active";
	if (!mayEdit && !mayClose && !mayActAs) return null;
	const devices = counts.sessions === 1 ? "1 device" : `${counts.sessions} devices`;
	return (
		// Closed again after a change.
		<TitledCard key={`${version} ${counts.sessions} ${billingEmails.length}`} title="Change">
			{mayActAs && (
				<ReasonForm
					icon="user"
					label="Sign in as the customer"
					effect={`You see the portal as ${name} for 30 minutes. You can't spend money, or change or see anything about how they sign in. The customer sees your first name and the reason in their activity.`}
					{...props("sign-in")}
				/>
			)}
			{mayEdit && (
				<ReasonForm
					icon="pencil"
					label="Edit the profile"
					effect="The customer sees the change in their activity."
					{...props("profile")}
				>
					<ProfileFields values={profile} answer={of("profile")} />
				</ReasonForm>
			)}
			{mayEdit && (
				<ReasonForm
					icon="receipt"
					label="Edit the billing details"
					effect="New invoices have this address. Invoices that were issued stay as they are. The customer sees the change in their activity."
					{...props("billing")}
				>
					<BillingFields values={billing} country={customer.country} answer={of("billing")} />
				</ReasonForm>
			)}
			{mayEdit && billingEmails.length < maxBillingEmails && (
				<ReasonForm
					icon="mail"
					label="Add a billing address"
					effect="Emails the address a link. Once its reader has agreed, it gets invoices, reminders about them and receipts, too."
					{...props("add-billing-email")}
				>
					<Field
						label="Email address"
						type="email"
						name="email"
						maxLength={254}
						defaultValue={of("add-billing-email")?.values.email?.[0]}
						error={of("add-billing-email")?.failure.fields?.email}
						required
					/>
				</ReasonForm>
			)}
			{mayEdit && billingEmails.length > 0 && (
				<ReasonForm
					icon="x"
					label="Remove a billing address"
					effect="It gets no more invoices. The customer sees the change in their activity."
					{...props("remove-billing-email")}
				>
					<SelectField
						label="Address"
						name="billingEmailId"
						defaultValue={of("remove-billing-email")?.values.billingEmailId?.[0]}
						error={of("remove-billing-email")?.failure.fields?.billingEmailId}
					>
						{billingEmails.map(({ id, email }) => (
							<option key={id} value={id}>
								{email}
							</option>
						))}
					</SelectField>
				</ReasonForm>
			)}
			{mayEdit && status === "unverified" && (
				<>
					<ReasonForm
						icon="mail"
						label="Resend the verification"
						effect={`Emails a new link to ${email}. The earlier link stops working.`}
						{...props("resend-verification")}
					/>
					<ReasonForm
						icon="badge-check"
						label="Verify the address"
						effect={`Only if you know that ${email} belongs to this person. They can then sign in with the password that they chose.`}
						{...props("verify")}
					/>
				</>
			)}
			{mayEdit && counts.sessions > 0 && (
				<ReasonForm
					icon="log-out"
					label="Sign out everywhere"
					effect={`${name} is signed out on ${devices} and has to sign in again.`}
					{...props("end-sessions")}
				/>
			)}
			{mayEdit && customer.twoStep && (
				<ReasonForm
					icon="smartphone"
					label="Reset two-step sign-in"
					danger
					effect={`Check who is asking first. The app and the recovery codes of ${name} are removed, they are signed out on ${devices}, and we email them.`}
					{...props("reset-two-step")}
				>
					<IdentityCheckField answer={of("reset-two-step")} />
				</ReasonForm>
			)}
			{mayMerge && (
				<Link
					className="flex min-h-11 items-center gap-2 font-semibold"
					to={href("/desk/customers/:customerId/merge", { customerId: customer.id })}
				>
					<Icon name="users" size={16} className="flex-none text-lake" />
					Merge another account into this one
				</Link>
			)}
			{mayClose && status === "active" && (
				<ReasonForm
					icon="trash-2"
					label="Close the account"
					danger
					effect={`${name} is signed out, and auto-renew is turned off for ${counts.domains} domains. After ${graceDays} days ${counts.plans} hosting plans end and their data is deleted. We email the customer, who can keep the account until then.`}
					{...props("close")}
				/>
			)}
			{mayClose && status === "closing" && (
				<ReasonForm
					icon="rotate-ccw"
					label="Keep the account"
					effect={`The account is not closed on ${customer.closes}. Auto-renew stays off.`}
					{...props("keep")}
				/>
			)}
		</TitledCard>
	);
}

interface BillingFieldsProps {
	values: BillingValues;
	country: string;
	answer: DeskAnswer | undefined;
}

function BillingFields({ values, country, answer }: BillingFieldsProps) {
	const field = (name: keyof BillingValues) => answeredField(answer, name, values[name]);
	return (
		<>
			<StoredValues values={values} answer={answer} />
			<div className="grid gap-4 sm:grid-cols-2">
				<Field label="Person or company" {...field("name")} required />
				<Field label="Street or P.O. box" {...field("address")} required />
				<Field label="Town or city" {...field("city")} required />
				<Field label={country === "Kenya" ? "KRA PIN" : "Tax number"} {...field("taxPin")} required={false} />
			</div>
		</>
	);
}

/** What is stored now, after someone else has changed it. */
function StoredValues<Values extends Readonly<Record<string, string>>>({
	values,
	answer,
}: {
	values: Values;
	answer: DeskAnswer | undefined;
}) {
	if (answer?.failure.code !== "changed_meanwhile") return null;
	const changed = Object.keys(values).filter((name) => answer.values[name]?.[0] !== values[name]);
	if (changed.length === 0) return null;
	return (
		<p className="text-sm">
			Now: {changed.map((name) => values[name] || "empty").join(", ")}. What you typed is below.
		</p>
	);
}

function ProfileFields({ values, answer }: { values: ProfileValues; answer: DeskAnswer | undefined }) {
	const field = (name: keyof ProfileValues) => answeredField(answer, name, values[name]);
	return (
		<>
			<StoredValues values={values} answer={answer} />
			<div className="grid gap-4 sm:grid-cols-2">
				<Field label="First name" {...field("firstName")} required />
				<Field label="Last name" {...field("lastName")} required />
				<Field label="Phone" type="tel" {...field("phone")} required={false} />
				<Field label="Company" {...field("company")} required={false} />
				<SelectField label="Country" {...field("country")}>
					{countries.map((name) => (
						<option key={name}>{name}</option>
					))}
				</SelectField>
				<SelectField label="Timezone" {...field("timezone")}>
					{timezones.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<SelectField label="Language" {...field("language")}>
					{languages.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
			</div>
		</>
	);
}
