import { Field } from "~/components/forms/field";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { Disclosure } from "~/components/ui/disclosure";
import { EmailAddress } from "~/components/ui/email-address";
import { Icon } from "~/components/ui/icon";
import { EmailField } from "~/features/accounts/components/email-field";
import { registrationCountries } from "~/features/accounts/countries";
import { dialCodes, isCountry } from "~/lib/countries";
import { postalCodeUse } from "~/lib/postal-code";
import { type ContactValues, deliveryFields, isComplete, isPostBox } from "../contact-values";

interface FieldsProps {
	values: ContactValues;
	errors: Readonly<Record<string, string>>;
}

interface ContactFieldsProps extends FieldsProps {
	/** Whether the order has goods to deliver. */
	hasGoods: boolean;
	/** Whether the contact becomes the registrant of a domain. */
	hasNewDomains: boolean;
}

/** The contact of a customer. Folded into a summary if it is complete. */
export function CustomerContact(props: ContactFieldsProps) {
	const { values, errors, hasGoods, hasNewDomains } = props;
	const fields = <ContactFields {...props} />;
	const { firstName, lastName, email, phone, company, address, city, postalCode, country } = values;
	const hasErrors = Object.keys(errors).length > 0;
	const needsStreet = hasGoods && isPostBox(values.address) && !values.deliveryAddress;
	const needsPostalCode = hasNewDomains && !postalCode && postalCodeUse(country) === "required";
	if (!hasErrors && (!isComplete(values) || needsStreet || needsPostalCode)) return fields;
	return (
		<details open={hasErrors} className="rounded-card border border-line bg-surface">
			<summary className="flex cursor-pointer list-none items-start gap-3 p-4 [&::-webkit-details-marker]:hidden">
				<Icon name="user" className="mt-0.5 flex-none text-lake" />
				<span className="grid min-w-0 flex-1 wrap-anywhere">
					<span className="font-semibold">{[`${firstName} ${lastName}`, company].filter(Boolean).join(", ")}</span>
					<span className="text-muted">
						<EmailAddress address={email ?? ""} />
					</span>
					<span className="text-muted">{phone}</span>
					<span className="text-muted">{[address, postalCode, city, country].filter(Boolean).join(", ")}</span>
					{hasGoods && (
						<span className="mt-1 text-sm">
							{values.deliveryAddress ? "We deliver to another address." : "We deliver to this address."}
						</span>
					)}
				</span>
				<span className="link flex-none">Change</span>
			</summary>
			<div className="border-t border-line p-4">{fields}</div>
		</details>
	);
}

export function ContactFields({ values, errors, hasGoods, hasNewDomains }: ContactFieldsProps) {
	const field = (name: string) => ({ id: name, name, defaultValue: values[name], error: errors[name] });
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
			<div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4">
				<Field
					label="First name"
					{...field("firstName")}
					autoComplete="given-name"
					maxLength={60}
					check="Enter your first name."
					required
				/>
				<Field
					label="Last name"
					{...field("lastName")}
					autoComplete="family-name"
					maxLength={60}
					check="Enter your last name."
					required
				/>
			</div>
			<EmailField label="Email" {...field("email")} />
			<Field
				label="Phone"
				{...field("phone")}
				type="tel"
				autoComplete="tel"
				hint={
					<>
						For the registry, M-Pesa and questions about your order. We add <DialCode country={values.country} /> if you
						leave out the country code.
					</>
				}
				{...phoneCheck}
				required
			/>
			<Field
				label={hasGoods ? "Street or landmark" : "Street or P.O. box"}
				hint={hasGoods ? "We deliver here, free of charge in Kenya." : undefined}
				{...field("address")}
				autoComplete="address-line1"
				maxLength={160}
				check="Enter your street or P.O. box."
				required
			/>
			<div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4">
				<Field
					label="Town or city"
					{...field("city")}
					autoComplete="address-level2"
					maxLength={80}
					check="Enter your town or city."
					required
				/>
				<SelectField label="Country" {...field("country")} autoComplete="country-name" required>
					{registrationCountries.map((country) => (
						<option key={country} data-dial={dialCodes[country]} data-postal={postalCodeUse(country)}>
							{country}
						</option>
					))}
				</SelectField>
			</div>
			{hasNewDomains ? (
				<PostalCode values={values} errors={errors} />
			) : (
				<HiddenFields values={{ postalCode: values.postalCode ?? "" }} />
			)}
			{hasGoods && <DeliveryFields values={values} errors={errors} />}
			<CompanyFields values={values} errors={errors} />
		</div>
	);
}

/** islands/field-check.ts hides it when a country without postal codes is chosen. */
const PostalCode = ({ values, errors }: FieldsProps) => (
	<div data-postal-code hidden={postalCodeUse(values.country || "Kenya") === "none" && !errors.postalCode}>
		<Field
			label="Postal code"
			id="postalCode"
			name="postalCode"
			defaultValue={values.postalCode}
			error={errors.postalCode}
			hint="For the registry, such as 00100 for Nairobi GPO."
			autoComplete="postal-code"
			autoCapitalize="characters"
			maxLength={20}
			required={postalCodeUse(values.country || "Kenya") === "required"}
		/>
	</div>
);

/** 7 to 18 digits, with what people write between them. */
const phoneCheck = {
	pattern: String.raw`\s*[+\(]?(?:[\s.\/\(\)\-]*\p{Nd}){7,18}\s*`,
	check: "Enter the full phone number, in digits.",
};

/** islands/field-check.ts updates it when another country is chosen. */
const DialCode = ({ country }: { country: string | undefined }) => (
	<span data-dial-code className="whitespace-nowrap">
		{dialCodes[isCountry(country) ? country : "Kenya"]}
	</span>
);

/** Optional, so folded away. */
function CompanyFields({ values, errors }: FieldsProps) {
	return (
		<Disclosure icon="store" title="Buying for a company?" open={isOpen(["company", "taxPin"], { values, errors })}>
			<div className="grid gap-5">
				<Field
					label="Company"
					id="company"
					name="company"
					defaultValue={values.company}
					error={errors.company}
					autoComplete="organization"
					maxLength={120}
				/>
				<Field
					label="KRA PIN"
					id="taxPin"
					name="taxPin"
					defaultValue={values.taxPin}
					error={errors.taxPin}
					hint="We print it on your invoice. Outside Kenya, your tax number."
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={40}
				/>
			</div>
		</Disclosure>
	);
}

/** Another address for goods. Optional, so folded away. */
function DeliveryFields({ values, errors }: FieldsProps) {
	const field = (name: string) => ({ id: name, name, defaultValue: values[name], error: errors[name] });
	return (
		<Disclosure icon="truck" title="Deliver to another address?" open={isOpen(deliveryFields, { values, errors })}>
			<div className="grid gap-5">
				<Field label="Delivery street or landmark" {...field("deliveryAddress")} autoComplete="off" maxLength={160} />
				<Field label="Delivery town" {...field("deliveryCity")} autoComplete="off" maxLength={80} />
				<Field
					label="Phone of the person who receives it"
					{...field("deliveryPhone")}
					type="tel"
					autoComplete="off"
					{...phoneCheck}
				/>
			</div>
		</Disclosure>
	);
}

const isOpen = (names: readonly string[], { values, errors }: FieldsProps): boolean =>
	names.some((name) => values[name] || errors[name]);
