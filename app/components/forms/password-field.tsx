import { type InputHTMLAttributes, useId } from "react";
import { cx } from "../ui/cx";
import { Icon } from "../ui/icon";
import { controlClasses, describedBy, FieldFrame, type FieldText } from "./field-frame";

interface PasswordFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type"> {
	name: string;
	autoComplete: "current-password" | "new-password";
}

/** A password input. islands/password-field.ts shows its button. */
export function PasswordField({ label, hint, error, check, id, className, ...input }: PasswordFieldProps) {
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
			<password-field class="relative block">
				<input
					id={field}
					type="password"
					className={cx(controlClasses, "pe-13")}
					spellCheck={false}
					autoCapitalize="none"
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(field, { hint, error })}
					{...input}
				/>
				<button
					type="button"
					hidden
					className="group absolute inset-y-0 end-0.5 flex w-11 items-center justify-center rounded-field text-muted hover:text-ink"
					aria-pressed={false}
					aria-controls={field}
				>
					<Icon name="eye" className="group-aria-pressed:hidden" />
					<Icon name="eye-off" className="hidden group-aria-pressed:block" />
					<span className="sr-only">Show password</span>
				</button>
			</password-field>
		</FieldFrame>
	);
}
