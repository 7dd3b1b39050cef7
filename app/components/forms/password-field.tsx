import type { InputHTMLAttributes } from "react";
import { cx } from "../ui/cx";
import { Icon } from "../ui/icon";
import { controlClasses, FieldFrame, type FieldText, useField } from "./field-frame";

interface PasswordFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type"> {
	name: string;
	autoComplete: "current-password" | "new-password";
}

/** A password input. islands/password-field.ts shows its button. */
export function PasswordField(props: PasswordFieldProps) {
	const { frame, control } = useField(props);
	return (
		<FieldFrame {...frame}>
			<password-field class="relative block">
				<input
					{...control}
					type="password"
					className={cx(controlClasses, "pe-13")}
					spellCheck={false}
					autoCapitalize="none"
				/>
				<button
					type="button"
					hidden
					className="group absolute inset-y-0 end-0.5 flex w-11 items-center justify-center rounded-field text-muted hover:text-ink"
					aria-pressed={false}
					aria-controls={frame.id}
				>
					<Icon name="eye" className="group-aria-pressed:hidden" />
					<Icon name="eye-off" className="hidden group-aria-pressed:block" />
					<span className="sr-only">Show password</span>
				</button>
			</password-field>
		</FieldFrame>
	);
}
