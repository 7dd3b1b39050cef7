import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { cx } from "../ui/cx";
import { controlClasses, describedBy, FieldFrame, type FieldText } from "./field-frame";

export interface FieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name"> {
	name: string;
	/** Shown at the end of the input, such as a unit. */
	suffix?: ReactNode;
}

/** An input with its label, hint, error and aria attributes. */
export function Field({ label, hint, error, check, suffix, id, className, type = "text", ...input }: FieldProps) {
	const generatedId = useId();
	const field = id ?? generatedId;
	return (
		<FieldFrame
			id={field}
			label={label}
			hint={hint}
			error={error}
			check={check}
			required={input.required}
			className={className}
		>
			<span className="relative block">
				<input
					id={field}
					type={type}
					className={cx(controlClasses, Boolean(suffix) && "pe-14")}
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(field, { hint, error })}
					{...input}
				/>
				{suffix && <span className="absolute inset-y-0 end-0 flex items-center pe-4 text-muted">{suffix}</span>}
			</span>
		</FieldFrame>
	);
}
