import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit";
import type { Failure } from "~/lib/result";

interface RegisteredPasswordFormProps {
	token: string;
	failure?: Failure | undefined;
}

/** Shown if the emailed link is opened in a different browser from the one that registered. */
export function RegisteredPasswordForm({ token, failure }: RegisteredPasswordFormProps) {
	return (
		<form method="post" className="grid gap-5">
			<FormError toast failure={failure} />
			<input type="hidden" name="token" value={token} />
			<PasswordField
				label="Password"
				name="password"
				autoComplete="current-password"
				hint="The password that you chose when you registered."
				error={failure?.fields?.password}
				required
				autoFocus
			/>
			<SubmitButton busyText="Checking...">Confirm and sign in</SubmitButton>
			<p className="text-muted">
				Forgot it, or did someone else register?{" "}
				<a href={href("/forgot-password")} className="link">
					Choose a new password
				</a>
			</p>
		</form>
	);
}
