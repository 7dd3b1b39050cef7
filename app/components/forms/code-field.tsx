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
		hint="The six-digit code from your authenticator app. Don't have your phone? Use a recovery code."
		error={error}
		required
		autoFocus={autoFocus}
	/>
);
