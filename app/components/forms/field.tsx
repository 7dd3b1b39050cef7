import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { cx } from "../ui/cx";
import { controlClasses, describedBy, FieldFrame, type FieldText } from "./field-frame";

interface FieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name"> {
	name: string;
	/** Stands inside the field at its end, such as a unit. */
	suffix?: ReactNode;
}

/** One labelled input: owns its label, hint, error and the aria attributes that tie them together. */
export function Field({ label, hint, error, suffix, id, className, type = "text", ...input }: FieldProps) {
	const made = useId();
	const field = id ?? made;
	return (
		<FieldFrame id={field} label={label} hint={hint} error={error} required={input.required} className={className}>
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
