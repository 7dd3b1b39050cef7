import { Field } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { snoozes } from "~/features/problems/queue";

interface SnoozeFieldsProps {
	/** The value that was sent and refused. */
	sent: (name: "for" | "at") => string | undefined;
	errors: Readonly<Record<string, string>> | undefined;
	/** Of the list of times. */
	className?: string;
}

/** Until when something is hidden: one of the usual times, or another one. */
export const SnoozeFields = ({ sent, errors, className }: SnoozeFieldsProps) => (
	<>
		<SelectField
			label="Snooze for"
			name="for"
			data-key="s"
			defaultValue={sent("for") ?? "tomorrow"}
			error={errors?.for}
			className={className}
		>
			{Object.entries(snoozes).map(([value, text]) => (
				<option key={value} value={value}>
					{text}
				</option>
			))}
		</SelectField>
		{/* Shown for another time, in browsers that can tell. */}
		<Field
			className="snooze-time"
			label="Other time"
			name="at"
			type="datetime-local"
			defaultValue={sent("at")}
			error={errors?.at}
		/>
	</>
);
