import type { TextareaHTMLAttributes } from "react";
import { controlClasses, FieldFrame, type FieldText, useField } from "./field-frame";

interface TextareaFieldProps extends FieldText, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "name"> {
	name: string;
}

export function TextareaField({ rows = 5, ...props }: TextareaFieldProps) {
	const { frame, control } = useField(props);
	return (
		<FieldFrame {...frame}>
			<textarea {...control} rows={rows} className={controlClasses} />
		</FieldFrame>
	);
}
