import type { SelectHTMLAttributes } from "react";
import { cx } from "../ui/cx";
import { Icon } from "../ui/icon";
import { controlClasses, FieldFrame, type FieldText, useField } from "./field-frame";

interface SelectFieldProps extends FieldText, Omit<SelectHTMLAttributes<HTMLSelectElement>, "name"> {
	name: string;
}

/** A labelled `<select>` with its options as children. Never marked as optional, because an empty option shows it. */
export function SelectField({ children, ...props }: SelectFieldProps) {
	const { frame, control } = useField(props);
	return (
		<FieldFrame {...frame} required>
			<span className="relative block">
				<select {...control} className={cx(controlClasses, "appearance-none pe-11")}>
					{children}
				</select>
				<Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 end-4 my-auto text-muted" />
			</span>
		</FieldFrame>
	);
}
