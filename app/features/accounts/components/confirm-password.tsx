import { Form, href } from "react-router";
import { CodeField } from "~/components/forms/code-field";
import { FormError } from "~/components/forms/form-error";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import type { Failure } from "~/lib/result";

interface ConfirmPasswordProps {
	/** For password managers. */
	email: string;
	/** Whether to ask for the code of two-step sign-in too. */
	twoStep: boolean;
	failure?: Failure | undefined;
}

export function ConfirmPassword({ email, twoStep, failure }: ConfirmPasswordProps) {
	const busy = useBusy();
	return (
		<div className="grid max-w-xl gap-6">
			<PageHeading
				title="Confirm your password"
				lead={`Enter your password${twoStep ? " and your code" : ""} to continue. We won't ask again for ten minutes.`}
			/>
			<Card>
				<Form method="post" className="grid gap-5" replace>
					<FormError toast failure={failure} />
					<input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
					<PasswordField
						label="Your password"
						name="password"
						autoComplete="current-password"
						hint={`The password for ${email}.`}
						error={failure?.fields?.password}
						required
						autoFocus
					/>
					{twoStep && <CodeField error={failure?.fields?.code} />}
					<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
						<SubmitButton busy={busy} busyText="Checking...">
							Continue
						</SubmitButton>
						<a href={href("/forgot-password")} className="link-alone">
							Forgot Password
						</a>
					</div>
				</Form>
			</Card>
		</div>
	);
}
