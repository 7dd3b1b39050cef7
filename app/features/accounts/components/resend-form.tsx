import { useEffect } from "react";
import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { toast } from "~/islands/toast";
import type { Failure } from "~/lib/result";

interface ResendFormProps {
	/** The form asks for the address if it is missing. */
	email?: string;
	/** Result of the last attempt. */
	message?: string;
	failure?: Failure;
}

/** Requests another verification email. */
export function ResendForm({ email, message, failure }: ResendFormProps) {
	const busy = useBusy("resend");
	useEffect(() => {
		if (message) toast(message, "success");
	}, [message]);
	return (
		<Form method="post" className="grid gap-4">
			<FormError toast failure={failure} />
			<ProofOfWork failure={failure} />
			<input type="hidden" name="intent" value="resend" />
			{email ? (
				<input type="hidden" name="email" value={email} />
			) : (
				<Field label="Email" name="email" type="email" autoComplete="email" required error={failure?.fields?.email} />
			)}
			{message && (
				<p role="status" className="text-lake">
					{message}
				</p>
			)}
			<SubmitButton variant={email ? "quiet" : "primary"} busy={busy} busyText="Sending...">
				{email ? "Resend the email" : "Send another link"}
			</SubmitButton>
		</Form>
	);
}
