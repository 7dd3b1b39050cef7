import { href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import type { Failure } from "~/lib/result";
import { registrationCountries } from "../countries";
import { minPasswordLength, passwordAdvice, tooShort } from "../password-length";
import { EmailField, EnterButton } from "./email-field";

interface RegisterFormProps {
	failure?: Failure;
	values?: Partial<Record<"firstName" | "lastName" | "country" | "email" | "terms", string>>;
}

export function RegisterForm({ failure, values = {} }: RegisterFormProps) {
	const errors = failure?.fields ?? {};
	return (
		<form method="post" className="grid gap-5">
			<EnterButton />
			<FormError toast failure={failure} whole={["terms"]} />
			<ProofOfWork failure={failure} />
			<div className="grid gap-5 sm:grid-cols-2">
				<Field
					label="First Name"
					name="firstName"
					autoComplete="given-name"
					required
					maxLength={60}
					defaultValue={values.firstName}
					check="Enter your first name."
					error={errors.firstName}
				/>
				<Field
					label="Last Name"
					name="lastName"
					autoComplete="family-name"
					required
					maxLength={60}
					defaultValue={values.lastName}
					check="Enter your last name."
					error={errors.lastName}
				/>
			</div>
			<SelectField
				label="Country"
				name="country"
				autoComplete="country-name"
				required
				defaultValue={values.country || "Kenya"}
				error={errors.country}
			>
				{registrationCountries.map((country) => (
					<option key={country}>{country}</option>
				))}
			</SelectField>
			<EmailField label="Email" name="email" defaultValue={values.email} error={errors.email} />
			<PasswordField
				label="Password"
				name="password"
				autoComplete="new-password"
				required
				minLength={minPasswordLength}
				hint={passwordAdvice}
				check={tooShort}
				error={errors.password}
			/>
			<CheckboxField
				label={
					<>
						I accept the{" "}
						<a href={href("/terms")} target="_blank" rel="noopener" className="link">
							terms and conditions
							<span className="sr-only"> (opens in a new tab)</span>
						</a>
					</>
				}
				name="terms"
				defaultChecked={values.terms === "on"}
				aria-invalid={errors.terms ? true : undefined}
			/>
			<SubmitButton busyText="Processing...">Register</SubmitButton>
		</form>
	);
}
