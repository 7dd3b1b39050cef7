import { Form, useLocation, useNavigation } from "react-router";
import { CodeField } from "~/components/forms/code-field";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import { NewPasswordFields } from "./new-password-fields";

interface PasswordFormProps {
	/** For password managers. */
	email: string;
	/** Whether to ask for the code of two-step sign-in too. */
	twoStep: boolean;
	failure?: Failure | undefined;
}

export function PasswordForm({ email, twoStep, failure }: PasswordFormProps) {
	const { key } = useLocation();
	const busy = useNavigation().formData?.get("intent") === "password";
	const error = (name: string) => failure?.fields?.[name];
	return (
		<TitledCard
			title="Change password"
			lead="You stay signed in here. All other devices are signed out."
			className="max-w-3xl"
		>
			{/* The key clears the fields after each submission. */}
			<Form key={key} method="post" className="grid gap-5 sm:max-w-md" preventScrollReset>
				<input type="hidden" name="intent" value="password" />
				<input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
				<FormError failure={failure} />
				<PasswordField
					name="currentPassword"
					label="Current Password"
					autoComplete="current-password"
					error={error("currentPassword")}
					required
				/>
				{twoStep && <CodeField error={error("code")} />}
				<NewPasswordFields failure={failure} />
				<div>
					<SubmitButton busy={busy} busyText="Updating...">
						Update Password
					</SubmitButton>
				</div>
			</Form>
		</TitledCard>
	);
}
