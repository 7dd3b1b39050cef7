import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit";
import { AppSecret } from "~/features/two-factor/components/app-secret";
import type { Failure } from "~/lib/result";
import type { OpenInvitation } from "../invitations.server";

interface InvitationFormProps {
	invitation: OpenInvitation & { readonly token: string };
	failure?: Failure | undefined;
	/** The name that was sent with the failure. */
	name?: string | undefined;
}

/** Asks for a name, a password and the code of an authenticator app. */
export function InvitationForm({ invitation, failure, name }: InvitationFormProps) {
	const { email, joined, setup, token } = invitation;
	const errors = failure?.fields ?? {};
	return (
		<form method="post" className="grid gap-5">
			<FormError failure={failure} whole={["setup", "token"]} />
			<input type="hidden" name="token" value={token} />
			<input type="hidden" name="setup" value={setup.setup} />
			{/* For password managers. */}
			<input type="hidden" name="username" autoComplete="username" value={email} />
			{!joined && (
				<Field
					label="Your name"
					name="name"
					autoComplete="name"
					maxLength={60}
					required
					defaultValue={name}
					error={errors.name}
				/>
			)}
			<PasswordField
				label={joined ? "Your password" : "Choose a password"}
				name="password"
				autoComplete={joined ? "current-password" : "new-password"}
				required
				error={errors.password}
			/>
			<div>
				<AppSecret setup={setup} />
			</div>
			<Field
				label="Code from the app"
				name="code"
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={9}
				required
				error={errors.code}
			/>
			<SubmitButton busyText="Checking...">{joined ? "Set up" : "Join the desk"}</SubmitButton>
		</form>
	);
}
