import { type InputHTMLAttributes, useEffect, useId, useState } from "react";
import { cx } from "../ui/cx";
import { Icon } from "../ui/icon";
import { controlClasses, describedBy, FieldFrame, type FieldText } from "./field-frame";

interface PasswordFieldProps extends FieldText, Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type"> {
	name: string;
	autoComplete: "current-password" | "new-password";
}

/** A password input with a show button. The button is rendered only in the browser, because it needs script. */
export function PasswordField({ label, hint, error, id, className, ...input }: PasswordFieldProps) {
	const generatedId = useId();
	const field = id ?? generatedId;
	const [shown, setShown] = useState(false);
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	return (
		<FieldFrame id={field} label={label} hint={hint} error={error} required={input.required} className={className}>
			<span className="relative block">
				<input
					id={field}
					type={shown ? "text" : "password"}
					className={cx(controlClasses, "pe-13")}
					spellCheck={false}
					autoCapitalize="none"
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(field, { hint, error })}
					{...input}
				/>
				{scripted && (
					<button
						type="button"
						className="absolute inset-y-0 end-0.5 flex w-11 items-center justify-center rounded-field text-muted hover:text-ink"
						aria-pressed={shown}
						aria-controls={field}
						onClick={() => setShown(!shown)}
					>
						<Icon name={shown ? "eye-off" : "eye"} />
						<span className="sr-only">Show password</span>
					</button>
				)}
			</span>
		</FieldFrame>
	);
}
