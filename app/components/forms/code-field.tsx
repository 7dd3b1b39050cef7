import { Field } from "./field";

interface CodeFieldProps {
	error?: string | undefined;
	autoFocus?: boolean;
}

/** Input for a two-step sign-in code or a recovery code. */
export const CodeField = ({ error, autoFocus = false }: CodeFieldProps) => (
	<Field
		label="Code"
		name="code"
		inputMode="text"
		autoComplete="one-time-code"
		autoCapitalize="none"
		spellCheck={false}
		maxLength={40}
		hint="The six digits that your authenticator app shows now. Without your phone: one of your recovery codes."
		error={error}
		required
		autoFocus={autoFocus}
	/>
);
