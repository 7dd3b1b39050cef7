import { href } from "react-router";
import { CodeField } from "~/components/forms/code-field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import type { Failure } from "~/lib/result";

interface SecondStepFormProps {
	/** Token that proves that the password was right. */
	challenge: string;
	failure?: Failure | undefined;
	/** The sign-in page. */
	startOver?: string;
}

/** Asks for the code of two-step sign-in after the password. */
export function SecondStepForm({ challenge, failure, startOver = href("/login") }: SecondStepFormProps) {
	return (
		<form method="post" className="grid gap-5">
			<FormError toast failure={failure} />
			<input type="hidden" name="challenge" value={challenge} />
			<CodeField error={failure?.fields?.code} autoFocus />
			<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
				<SubmitButton busyText="Checking...">Sign in</SubmitButton>
				<a href={startOver} className="link-alone">
					Start over
				</a>
			</div>
		</form>
	);
}
