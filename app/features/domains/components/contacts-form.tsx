import { Form } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { countries } from "~/lib/countries";
import type { Failure } from "~/lib/result";
import { type ContactField, type ContactRole, contactRoles } from "../contacts";

interface ContactsFormProps {
	/** By field: `registrant.email`, `admin.own` … */
	values: Readonly<Record<string, string>>;
	failure?: Failure | undefined;
}

const roles: Readonly<Record<ContactRole, { title: string; about: string }>> = {
	registrant: { title: "Registrant", about: "The owner of the domain, as listed by the registry." },
	admin: { title: "Administrative contact", about: "Acts for the registrant." },
	tech: { title: "Technical contact", about: "Contacted about problems with the nameservers." },
};

const fields: readonly { name: ContactField; label: string; type?: string; wide?: boolean; optional?: boolean }[] = [
	{ name: "firstName", label: "First name" },
	{ name: "lastName", label: "Last name" },
	{ name: "organisation", label: "Company or organization", wide: true, optional: true },
	{ name: "email", label: "Email", type: "email" },
	{ name: "phone", label: "Phone", type: "tel" },
	{ name: "address", label: "Street or P.O. box", wide: true },
	{ name: "city", label: "Town or city" },
	{ name: "postalCode", label: "Postal code", optional: true },
];

export function ContactsForm({ values, failure }: ContactsFormProps) {
	const busy = useBusy();
	return (
		<Form method="post" className="grid grid-cols-[minmax(0,1fr)] gap-6" noValidate>
			<FormError whole failure={failure} />
			<Alert
				tone="info"
				title="After a change of registrant, you can't transfer the domain to another registrar for 60 days."
			>
				Most registries require this. Check the email address carefully. With a wrong one, you could lose the domain.
			</Alert>
			{contactRoles.map((role) => (
				<Card as="section" key={role}>
					<fieldset className="group grid gap-5">
						<legend className="contents">
							<Heading level={2} size="sm">
								{roles[role].title}
							</Heading>
						</legend>
						<p className="-mt-4 text-muted">{roles[role].about}</p>
						{role !== "registrant" && (
							<CheckboxField
								name={`${role}.own`}
								label="Someone other than the registrant"
								defaultChecked={values[`${role}.own`] === "on"}
							/>
						)}
						<div className={role === "registrant" ? undefined : "has-selector:hidden group-has-[input:checked]:block"}>
							<ContactFields of={role} values={values} errors={failure?.fields ?? {}} />
						</div>
					</fieldset>
				</Card>
			))}
			<div>
				<SubmitButton busy={busy} busyText="Saving...">
					Save contacts
				</SubmitButton>
			</div>
		</Form>
	);
}

/** The fields of one contact. */
export function ContactFields({
	of: role,
	values,
	errors,
}: Pick<ContactsFormProps, "values"> & { of: ContactRole; errors: Readonly<Record<string, string>> }) {
	const country = `${role}.country`;
	return (
		<div className="grid items-start gap-5 sm:grid-cols-2">
			{fields.map(({ name, label, type, wide, optional }) => (
				<Field
					key={name}
					label={label}
					type={type ?? "text"}
					name={`${role}.${name}`}
					defaultValue={values[`${role}.${name}`]}
					error={errors[`${role}.${name}`]}
					className={wide ? "sm:col-span-2" : undefined}
					required={!optional}
				/>
			))}
			<SelectField
				label="Country"
				name={country}
				defaultValue={values[country] || "Kenya"}
				error={errors[country]}
				required
			>
				{countries.map((name) => (
					<option key={name}>{name}</option>
				))}
			</SelectField>
		</div>
	);
}
