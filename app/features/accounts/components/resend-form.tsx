import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { ProofOfWork } from "~/components/forms/proof-of-work";
import { SubmitButton } from "~/components/forms/submit";
import type { Failure } from "~/lib/result";

interface ResendFormProps {
	/** The form asks for the address if it is missing. */
	email?: string;
	/** Result of the last attempt. */
	message?: string;
	failure?: Failure;
}

/** Seconds in which most emails arrive. */
const waitSeconds = 30;

/** Requests another verification email. */
export function ResendForm({ email, message, failure }: ResendFormProps) {
	const wait = failure ? (failure.proof ? undefined : failure.retryAfter) : email && waitSeconds;
	return (
		<form method="post" className="grid gap-4">
			<FormError toast failure={failure} />
			<ProofOfWork failure={failure} />
			<input type="hidden" name="intent" value="resend" />
			{email ? (
				<input type="hidden" name="email" value={email} />
			) : (
				<Field label="Email" name="email" type="email" autoComplete="email" required error={failure?.fields?.email} />
			)}
			{message && (
				<>
					<p role="status" tabIndex={-1} data-focus className="text-lake">
						{message}
					</p>
					<output data-toast="success" hidden>
						{message}
					</output>
				</>
			)}
			<wait-button class="grid" data-seconds={wait}>
				<SubmitButton variant={email ? "quiet" : "primary"} busyText="Sending...">
					{email ? "Resend the email" : "Send another link"}
				</SubmitButton>
			</wait-button>
		</form>
	);
}
