import type { InputHTMLAttributes, ReactNode } from "react";
import { cx } from "../ui/cx";
import { controlClasses, FieldFrame, type FieldText, useField } from "./field-frame";

export interface FieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name"> {
	name: string;
	/** Shown at the end of the input, such as a unit. */
	suffix?: ReactNode;
}

/** An input with its label, hint, error and aria attributes. */
export function Field({ suffix, type = "text", ...props }: FieldProps) {
	const { frame, control } = useField(props);
	return (
		<FieldFrame {...frame}>
			<span className="relative block">
				<input {...control} type={type} className={cx(controlClasses, Boolean(suffix) && "pe-14")} />
				{suffix && <span className="absolute inset-y-0 end-0 flex items-center pe-4 text-muted">{suffix}</span>}
			</span>
		</FieldFrame>
	);
}
