import { type TextareaHTMLAttributes, useId } from "react";
import { controlClasses, describedBy, FieldFrame, type FieldText } from "./field-frame";

interface TextareaFieldProps extends FieldText, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name"> {
	name: string;
}

export function TextareaField({ label, hint, error, id, className, rows = 5, ...textarea }: TextareaFieldProps) {
	const generatedId = useId();
	const field = id ?? generatedId;
	return (
		<FieldFrame id={field} label={label} hint={hint} error={error} required={textarea.required} className={className}>
			<textarea
				id={field}
				rows={rows}
				className={controlClasses}
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(field, { hint, error })}
				{...textarea}
			/>
		</FieldFrame>
	);
}
