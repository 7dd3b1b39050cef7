import { Form, href } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { ButtonLink } from "~/components/ui/button";
import { TitledCard } from "~/components/ui/titled-card";
import type { Failure } from "~/lib/result";
import { closingConsequences, closingWord } from "../closing";

interface CloseAccountFormProps {
	failure?: Failure | undefined;
	value?: string | undefined;
}

/** The consequences of closing the account, and the form that confirms it. */
export function CloseAccountForm({ failure, value }: CloseAccountFormProps) {
	const busy = useBusy();
	return (
		<TitledCard title="Delete your account" className="max-w-3xl">
			<ul className="dots max-w-measure">
				{closingConsequences.map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
			{/* Reloads the document, because the session ends. */}
			<Form method="post" reloadDocument className="grid gap-4 border-t border-line pt-5 sm:*:max-w-md">
				<FormError failure={failure} />
				<Field
					label={`Type ${closingWord} to confirm`}
					name="confirmation"
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					pattern={closingWord}
					title={`${closingWord}, in capital letters`}
					defaultValue={value}
					error={failure?.fields?.confirmation}
					required
				/>
				<div className="flex flex-wrap gap-3">
					<SubmitButton variant="danger" busy={busy} busyText="Closing...">
						Delete my account
					</SubmitButton>
					<ButtonLink variant="secondary" href={href("/dashboard/account-settings/your-data")}>
						Keep my account
					</ButtonLink>
				</div>
			</Form>
		</TitledCard>
	);
}
