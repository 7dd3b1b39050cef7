import { Form, href, Link, useNavigation } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { InitialValues } from "~/components/forms/initial-values";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { Card } from "~/components/ui/card";
import { countries } from "~/lib/countries";
import type { Failure } from "~/lib/result";
import { languages, timezones } from "../profile";

type Name = "firstName" | "lastName" | "phone" | "company" | "country" | "timezone" | "language";

interface ProfileFormProps {
	email: string;
	profile: Readonly<Record<Name, string>>;
	failure?: Failure | undefined;
	/** The rejected values, and the values the form was opened with. */
	values?: (Readonly<Record<Name, string>> & { initial: Readonly<Partial<Record<Name, string>>> }) | undefined;
}

export function ProfileForm({ email, profile, failure, values }: ProfileFormProps) {
	const busy = useNavigation().formMethod === "POST";
	const field = (name: Name) => ({
		name,
		// A failure without values, such as a lost connection, keeps what the browser has.
		defaultValue: values ? (values[name] ?? "") : profile[name],
		error: failure?.fields?.[name],
	});
	return (
		<Card className="max-w-3xl">
			{/* The key makes the fields show the stored values after saving. */}
			<Form key={JSON.stringify(profile)} method="post" className="grid gap-5" preventScrollReset>
				<InitialValues values={values?.initial ?? profile} />
				<FormError failure={failure} />
				<div className="grid items-start gap-5 sm:grid-cols-2">
					<Field {...field("firstName")} label="First Name" required maxLength={60} autoComplete="given-name" />
					<Field {...field("lastName")} label="Last Name" required maxLength={60} autoComplete="family-name" />
					<Field {...field("phone")} label="Phone" type="tel" maxLength={40} autoComplete="tel" />
					<Field {...field("company")} label="Company" maxLength={100} autoComplete="organization" />
					<SelectField {...field("country")} label="Country" required autoComplete="country-name">
						{countries.map((name) => (
							<option key={name}>{name}</option>
						))}
					</SelectField>
					<SelectField {...field("timezone")} label="Timezone" required hint="We show all dates in this timezone.">
						<Options list={timezones} />
					</SelectField>
					<SelectField
						{...field("language")}
						label="Language"
						required
						hint="Sets the format of dates and numbers. Texts are in English."
					>
						<Options list={languages} />
					</SelectField>
				</div>
				<p className="flex flex-wrap items-center gap-x-3">
					<span className="min-w-0 wrap-anywhere">
						<span className="text-muted">Email:</span> {email}
					</span>
					<Link to={href("/dashboard/account-settings/email")} className="link-alone">
						Change it
					</Link>
				</p>
				<div>
					<SubmitButton busy={busy} busyText="Saving...">
						Save Changes
					</SubmitButton>
				</div>
			</Form>
		</Card>
	);
}

const Options = ({ list }: { list: readonly { id: string; name: string }[] }) =>
	list.map(({ id, name }) => (
		<option key={id} value={id}>
			{name}
		</option>
	));
