import { SelectField } from "~/components/forms/select-field";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { identityChecks } from "../identity-check";

/** How the person at the desk found out who is asking. */
export const IdentityCheckField = ({ answer }: { answer: DeskAnswer | undefined }) => (
	<SelectField
		name="checked"
		label="How did you check who it is?"
		defaultValue={answer?.values.checked?.[0] ?? ""}
		error={answer?.failure.fields?.checked}
		required
	>
		<option value="">Choose</option>
		{Object.entries(identityChecks).map(([id, text]) => (
			<option key={id} value={id}>
				{text}
			</option>
		))}
	</SelectField>
);
