import { Field, type FieldProps } from "./field";

/** For each control that takes domain names, so that phones don't change what is typed. */
export const domainText = {
	autoCapitalize: "none",
	autoComplete: "off",
	autoCorrect: "off",
	spellCheck: false,
} as const;

/** The same for one line, with the keyboard for addresses. */
export const domainInput = { ...domainText, type: "text", inputMode: "url" } as const;

/** Characters. */
export const maxTypedName = 260;

/** An input for one domain name, or for a part of one. `hint`: null for none. */
export const DomainField = ({ hint = "With its extension, such as mamaneema.co.ke", ...field }: FieldProps) => (
	<Field hint={hint} maxLength={maxTypedName} required {...domainInput} {...field} />
);
