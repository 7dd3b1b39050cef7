import { useId } from "react";
import { ErrorText } from "~/components/forms/error-text";
import { teamMembers } from "../team-members";

/** Checkboxes for the team members that the customer asks for. */
export function TeamField({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
	const problem = useId();
	return (
		<fieldset className="grid gap-2" aria-describedby={error && problem}>
			<legend className="font-medium">
				Team <span className="font-normal text-muted">(optional)</span>
			</legend>
			<p className="text-sm text-muted">Who should work on it, if they are available.</p>
			{error && <ErrorText id={problem}>{error}</ErrorText>}
			<div className="flex flex-wrap gap-2">
				{teamMembers.map(({ id, name, role }) => (
					<label
						key={id}
						className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge/50 px-4 py-1 has-checked:border-lake has-checked:bg-lake-wash"
					>
						<input
							type="checkbox"
							name="team"
							value={id}
							defaultChecked={chosen.includes(id)}
							aria-invalid={error ? true : undefined}
							className="size-5"
						/>
						<span>
							{name} <span className="text-sm text-muted">{role}</span>
						</span>
					</label>
				))}
			</div>
		</fieldset>
	);
}
