import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SubmitButton } from "~/components/forms/submit";
import type { Failure } from "~/lib/result";

export function StaffSignInForm({ failure, email }: { failure?: Failure | undefined; email?: string | undefined }) {
	const errors = failure?.fields ?? {};
	return (
		<form method="post" className="grid gap-5">
			<FormError toast failure={failure} />
			<ProofOfWork failure={failure} />
			<Field
				label="Email"
				name="email"
				type="email"
				autoComplete="username webauthn"
				required
				defaultValue={email}
				error={errors.email}
			/>
			<PasswordField
				label="Password"
				name="password"
				autoComplete="current-password"
				required
				error={errors.password}
			/>
			<SubmitButton busyText="Checking...">Continue</SubmitButton>
		</form>
	);
}
