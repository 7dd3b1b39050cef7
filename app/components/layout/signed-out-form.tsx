import { initialValuesField } from "~/lib/initial-values";
import type { Resubmission } from "~/lib/resubmission";
import { signInPage } from "~/lib/sign-in-page";
import { SubmitButton } from "../forms/submit";
import { TextareaField } from "../forms/textarea-field";
import { ButtonLink } from "../ui/button";
import { NarrowPage } from "./narrow-page";

/** Shows longer texts, so that customers see what they wrote is still there. */
const isLongText = (name: string, value: string): boolean =>
	name !== initialValuesField && (value.length > 80 || value.includes("\n"));

/** Shown when a form was submitted after the session had ended. Keeps the fields, so that they can be sent again. */
export function SignedOutForm({ resubmission: { address, fields, incomplete } }: { resubmission: Resubmission }) {
	// Names can repeat, such as those of checkboxes.
	const entries = fields.map(([name, value], at) => ({ key: `${at} ${name}`, name, value }));
	return (
		<NarrowPage
			title="You were signed out"
			lead={
				fields.length > 0
					? "Your changes haven't been saved yet. What you typed is still on this page."
					: "Your changes haven't been saved. Sign in, then go back and send the form again."
			}
		>
			<form method="post" action={address} className="grid gap-5">
				<ol className="grid list-decimal gap-2 ps-5">
					<li>Sign in. It opens in a new tab.</li>
					<li>
						{fields.length > 0
							? "Come back to this tab and send the form again."
							: "Come back to this tab and go back to the form."}
					</li>
				</ol>
				{incomplete && <p className="text-muted">You'll have to enter passwords, codes and files again.</p>}
				{entries.map(({ key, name, value }) =>
					isLongText(name, value) ? (
						<TextareaField key={key} label="What you wrote" name={name} required defaultValue={value} />
					) : (
						<input key={key} type="hidden" name={name} value={value} />
					),
				)}
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={signInPage(address)} target="_blank" rel="noreferrer">
						Sign in<span className="sr-only"> (opens in a new tab)</span>
					</ButtonLink>
					{fields.length > 0 && <SubmitButton variant="secondary">Send again</SubmitButton>}
				</div>
			</form>
		</NarrowPage>
	);
}
