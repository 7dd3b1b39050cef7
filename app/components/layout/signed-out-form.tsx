import { href } from "react-router";
import { initialValuesField } from "~/lib/initial-values";
import type { Resubmission } from "~/lib/resubmission";
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
			title="You were signed out meanwhile"
			lead={
				fields.length > 0
					? "Nothing was changed yet, and what you typed is kept on this page."
					: "Nothing was changed. Sign in, then go back and send it again."
			}
		>
			<form method="post" action={address} className="grid gap-5">
				<ol className="grid list-decimal gap-2 ps-5">
					<li>Sign in. It opens in a new tab.</li>
					<li>
						{fields.length > 0 ? "Come back to this tab and send it again." : "Come back to this tab and go back."}
					</li>
				</ol>
				{incomplete && (
					<p className="text-muted">Passwords, codes and files are not kept: you will be asked for them again.</p>
				)}
				{entries.map(({ key, name, value }) =>
					isLongText(name, value) ? (
						<TextareaField key={key} label="What you wrote" name={name} required defaultValue={value} />
					) : (
						<input key={key} type="hidden" name={name} value={value} />
					),
				)}
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={href("/login")} target="_blank" rel="noreferrer">
						Sign in<span className="sr-only"> (opens in a new tab)</span>
					</ButtonLink>
					{fields.length > 0 && <SubmitButton variant="secondary">Send again</SubmitButton>}
				</div>
			</form>
		</NarrowPage>
	);
}
