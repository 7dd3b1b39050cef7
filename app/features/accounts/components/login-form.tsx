import { href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SubmitButton } from "~/components/forms/submit";
import type { Failure } from "~/lib/result";

interface LoginFormProps {
	failure?: Failure;
	values?: Partial<Record<"email" | "remember", string | undefined>>;
}

export function LoginForm({ failure, values = {} }: LoginFormProps) {
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
				defaultValue={values.email}
				error={errors.email}
			/>
			<PasswordField
				label="Password"
				name="password"
				autoComplete="current-password"
				required
				error={errors.password}
			/>
			<div className="flex flex-wrap items-center justify-between gap-x-6">
				<CheckboxField label="Remember me" name="remember" defaultChecked={values.remember === "on"} />
				<a href={href("/forgot-password")} className="link-alone">
					Forgot Password
				</a>
			</div>
			<SubmitButton busyText="Logging in...">Login</SubmitButton>
		</form>
	);
}
