import { CheckboxField } from "~/components/forms/checkbox-field";
import { ErrorText } from "~/components/forms/error-text";
import { type Role, roleRules, roles } from "~/features/staff/permissions";
import type { DeskAnswer } from "../desk-answer";

/** Checkboxes of all roles. After a failure those that were sent are ticked. */
export function RoleChoice({ held, answer }: { held: readonly Role[]; answer: DeskAnswer | undefined }) {
	const chosen: readonly string[] = answer ? (answer.values.roles ?? []) : held;
	const error = answer?.failure.fields?.roles;
	return (
		<fieldset className="grid">
			<legend className="font-medium">Roles</legend>
			{answer?.failure.code === "changed_meanwhile" && (
				<p className="text-sm">
					Now: {held.map((role) => roleRules[role].label).join(", ") || "no role"}. Your choice is ticked below.
				</p>
			)}
			{roles.map((role) => (
				<CheckboxField
					key={role}
					name="roles"
					value={role}
					label={roleRules[role].label}
					hint={roleRules[role].description}
					defaultChecked={chosen.includes(role)}
				/>
			))}
			{error && <ErrorText role="alert">{error}</ErrorText>}
		</fieldset>
	);
}
