import { type SelectHTMLAttributes, useId } from "react";
import { cx } from "../ui/cx";
import { Icon } from "../ui/icon";
import { controlClasses, describedBy, FieldFrame, type FieldText } from "./field-frame";

interface SelectFieldProps extends FieldText, Omit<SelectHTMLAttributes<HTMLSelectElement>, "name"> {
	name: string;
}

/** A labelled `<select>` with its options as children. Never marked as optional, because an empty option shows it. */
export function SelectField({ label, hint, error, id, className, children, ...select }: SelectFieldProps) {
	const generatedId = useId();
	const field = id ?? generatedId;
	return (
		<FieldFrame id={field} label={label} hint={hint} error={error} required className={className}>
			<span className="relative block">
				<select
					id={field}
					className={cx(controlClasses, "appearance-none pe-11")}
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(field, { hint, error })}
					{...select}
				>
					{children}
				</select>
				<Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 end-4 my-auto text-muted" />
			</span>
		</FieldFrame>
	);
}
