import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { registrationCountries } from "~/features/accounts/countries";
import type { ContactValues } from "../checkout-form";

interface ContactFieldsProps {
	values: ContactValues;
	errors: Readonly<Record<string, string>>;
}

export function ContactFields({ values, errors }: ContactFieldsProps) {
	const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
	return (
		<div className="grid items-start gap-5 sm:grid-cols-2">
			<Field label="First name" {...field("firstName")} autoComplete="given-name" maxLength={80} required />
			<Field label="Last name" {...field("lastName")} autoComplete="family-name" maxLength={80} required />
			<Field label="Email" {...field("email")} type="email" autoComplete="email" inputMode="email" required />
			<Field
				label="Phone"
				{...field("phone")}
				type="tel"
				autoComplete="tel"
				hint="For the registry, and in case we have questions."
				required
			/>
			<Field
				label="Company"
				{...field("company")}
				autoComplete="organization"
				maxLength={120}
				className="sm:col-span-2"
			/>
			<Field
				label="Street or P.O. box"
				{...field("address")}
				autoComplete="address-line1"
				maxLength={160}
				className="sm:col-span-2"
				required
			/>
			<Field label="Town or city" {...field("city")} autoComplete="address-level2" maxLength={80} required />
			<SelectField label="Country" {...field("country")} autoComplete="country-name" required>
				{registrationCountries.map((country) => (
					<option key={country}>{country}</option>
				))}
			</SelectField>
		</div>
	);
}
