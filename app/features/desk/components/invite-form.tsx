import { Form } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Disclosure } from "~/components/ui/disclosure";
import type { DeskAnswer } from "../desk-answer";
import { RoleChoice } from "./role-choice";

/** Invites someone to the desk by email. */
export function InviteForm({ answer }: { answer: DeskAnswer | undefined }) {
	const busy = useBusy("invite");
	return (
		<Disclosure icon="plus" title="Invite someone" open={answer !== undefined} className="max-w-xl">
			<Form method="post" className="grid gap-4 pb-4">
				<input type="hidden" name="intent" value="invite" />
				<FormError failure={answer?.failure} />
				<Field
					label="Email"
					name="email"
					type="email"
					autoComplete="off"
					required
					defaultValue={answer?.values.email?.[0]}
					error={answer?.failure.fields?.email}
				/>
				<RoleChoice held={[]} answer={answer} />
				<div>
					<SubmitButton busy={busy} busyText="Sending...">
						Send the invitation
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
}
