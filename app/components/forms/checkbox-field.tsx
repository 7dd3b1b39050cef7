import { type InputHTMLAttributes, useId } from "react";
import { cx } from "../ui/cx";
import { describedBy, FieldNotes, type FieldText } from "./field-frame";

interface CheckboxFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type"> {
	name: string;
}

export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
	const generatedId = useId();
	const field = id ?? generatedId;
	return (
		<div className={cx("grid content-start", className)}>
			<label htmlFor={field} className="flex items-start gap-3 py-2.5">
				<input
					id={field}
					type="checkbox"
					className="mt-0.5 size-5 flex-none"
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(field, { hint, error })}
					{...input}
				/>
				<span>{label}</span>
			</label>
			{(hint || error) && (
				<div className="-mt-2.5 grid gap-1 ps-8">
					<FieldNotes id={field} hint={hint} error={error} />
				</div>
			)}
		</div>
	);
}
