import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { Icon } from "~/components/ui/icon";
import { registrationCountries } from "~/features/accounts/countries";
import { type ContactValues, isComplete } from "../contact-values";

interface ContactFieldsProps {
	values: ContactValues;
	errors: Readonly<Record<string, string>>;
}

/** The contact of a customer. Folded into a summary if it is complete. */
export function CustomerContact({ values, errors }: ContactFieldsProps) {
	const { firstName, lastName, email, phone, company, address, city, country } = values;
	const hasErrors = Object.keys(errors).length > 0;
	if (!isComplete(values) && !hasErrors) return <ContactFields values={values} errors={errors} />;
	return (
		<details open={hasErrors} className="group rounded-card border border-line bg-surface">
			<summary className="flex cursor-pointer list-none items-start gap-3 p-4 [&::-webkit-details-marker]:hidden">
				<Icon name="user" className="mt-0.5 flex-none text-lake" />
				<span className="grid min-w-0 flex-1 wrap-anywhere">
					<span className="font-semibold">{[`${firstName} ${lastName}`, company].filter(Boolean).join(", ")}</span>
					<span className="text-muted">{[email, phone].filter(Boolean).join(" · ")}</span>
					<span className="text-muted">{[address, city, country].filter(Boolean).join(", ")}</span>
				</span>
				<span className="link flex-none">Change</span>
			</summary>
			<div className="border-t border-line p-4">
				<ContactFields values={values} errors={errors} />
			</div>
		</details>
	);
}

export function ContactFields({ values, errors }: ContactFieldsProps) {
	const field = (name: string) => ({ id: name, name, defaultValue: values[name], error: errors[name] });
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
			<div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4">
				<Field label="First name" {...field("firstName")} autoComplete="given-name" maxLength={60} required />
				<Field label="Last name" {...field("lastName")} autoComplete="family-name" maxLength={60} required />
			</div>
			<Field label="Email" {...field("email")} type="email" autoComplete="email" inputMode="email" required />
			<Field
				label="Phone"
				{...field("phone")}
				type="tel"
				autoComplete="tel"
				hint="For the registry, M-Pesa and questions about your order."
				required
			/>
			<Field label="Street or P.O. box" {...field("address")} autoComplete="address-line1" maxLength={160} required />
			<div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-4">
				<Field label="Town or city" {...field("city")} autoComplete="address-level2" maxLength={80} required />
				<SelectField label="Country" {...field("country")} autoComplete="country-name" required>
					{registrationCountries.map((country) => (
						<option key={country}>{country}</option>
					))}
				</SelectField>
			</div>
			<CompanyFields values={values} errors={errors} />
		</div>
	);
}

/** Optional, so folded away. */
function CompanyFields({ values, errors }: ContactFieldsProps) {
	return (
		<details open={Boolean(values.company || errors.company)} className="group">
			<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
				<Icon name="store" size={16} className="text-lake" />
				Buying for a company?
				<Icon name="chevron-down" className="ms-auto text-muted group-open:rotate-180" />
			</summary>
			<div className="mt-2 grid gap-5">
				<Field
					label="Company"
					id="company"
					name="company"
					defaultValue={values.company}
					error={errors.company}
					autoComplete="organization"
					maxLength={120}
				/>
			</div>
		</details>
	);
}
