import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Button } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import { maxAuthCode } from "../auth-code";

interface NewAuthCodeFormProps {
	name: string;
	failure?: Failure | undefined;
}

/** Shown if the authorization code of a transfer was refused. Takes a new code, or refunds the transfer as credit. */
export function NewAuthCodeForm({ name, failure }: NewAuthCodeFormProps) {
	const busy = useBusy();
	return (
		<TitledCard
			title="We need another authorization code"
			lead={`The code for ${name} was not accepted. Ask your current registrar for a new one.`}
			className="max-w-3xl"
		>
			<Form method="post" className="grid gap-5 sm:max-w-md">
				<FormError failure={failure} />
				<Field
					label="New authorization code"
					name="authCode"
					hint="Codes expire. Also check that the domain is unlocked."
					error={failure?.fields?.authCode}
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					maxLength={maxAuthCode}
					required
				/>
				<div className="flex flex-wrap gap-3">
					<SubmitButton name="intent" value="auth-code" busy={busy} busyText="Sending...">
						Try again
					</SubmitButton>
					<Button type="submit" name="intent" value="take-credit" variant="secondary" disabled={busy} formNoValidate>
						Get the money back as credit
					</Button>
				</div>
				<p className="text-muted">
					With credit, we cancel the transfer of {name} and it stays at your current registrar. Credit pays your next
					invoice.
				</p>
			</Form>
		</TitledCard>
	);
}
