import { PasswordField } from "~/components/forms/password-field";
import type { Failure } from "~/lib/result";
import { passwordAdvice } from "../password-length";

interface NewPasswordFieldsProps {
	failure: Failure | undefined;
	label?: string;
	confirmLabel?: string;
}

export function NewPasswordFields({
	failure,
	label = "New Password",
	confirmLabel = "Confirm Password",
}: NewPasswordFieldsProps) {
	const errors = failure?.fields ?? {};
	return (
		<>
			<PasswordField
				name="newPassword"
				label={label}
				autoComplete="new-password"
				hint={passwordAdvice}
				error={errors.newPassword}
				required
			/>
			<PasswordField
				name="confirmPassword"
				label={confirmLabel}
				autoComplete="new-password"
				error={errors.confirmPassword}
				required
			/>
		</>
	);
}
