import { type ReactNode, useId } from "react";
import { cx } from "../ui/cx";
import { ErrorText } from "./error-text";

export interface FieldText {
	label: ReactNode;
	hint?: ReactNode;
	/** The error message, as a sentence. */
	error?: string | null;
	/**
	 * The message for a value that the browser finds wrong. islands/field-check.ts shows it when the field is left. Only for
	 * pages without React.
	 */
	check?: string;
}

export const controlClasses =
	"block w-full min-h-12 rounded-field border border-edge bg-surface px-4 py-2.5 text-base text-ink transition-colors hover:border-ink aria-invalid:border-2 aria-invalid:border-danger disabled:opacity-60 [&[readonly]]:bg-paper";

const hintId = (field: string) => `${field}-hint`;
const errorId = (field: string) => `${field}-error`;

export function describedBy(field: string, { hint, error }: Pick<FieldText, "hint" | "error">): string | undefined {
	return [error && errorId(field), hint && hintId(field)].filter(Boolean).join(" ") || undefined;
}

interface FieldFrameProps extends FieldText {
	id: string;
	required?: boolean;
	className?: string;
	children: ReactNode;
}

interface FieldInput extends FieldText {
	id?: string | undefined;
	required?: boolean | undefined;
	className?: string | undefined;
}

/** Splits the properties of a field into those of its frame and those of its control. */
export function useField<Props extends FieldInput>(props: Props) {
	const { label, hint, error, check, id, required, className, ...control } = props;
	const generatedId = useId();
	const field = id ?? generatedId;
	return {
		frame: { id: field, label, hint, error, check, required, className },
		control: {
			id: field,
			required,
			"aria-invalid": error ? true : undefined,
			"aria-describedby": describedBy(field, { hint, error }),
			...control,
		},
	};
}

/** Label, hint and error around a control. Marks optional fields, because most are required. */
export function FieldFrame({ id, label, hint, error, check, required, className, children }: FieldFrameProps) {
	return (
		<div className={cx("grid content-start gap-1.5", className)}>
			<label htmlFor={id} className="font-medium">
				{label}
				{!required && <span className="font-normal text-muted"> (optional)</span>}
			</label>
			{children}
			<FieldNotes id={id} hint={hint} error={error} check={check} />
		</div>
	);
}

export function FieldNotes({ id, hint, error, check }: { id: string } & Pick<FieldText, "hint" | "error" | "check">) {
	return (
		<>
			{error && <ErrorText id={errorId(id)}>{error}</ErrorText>}
			{check && !error && (
				<ErrorText id={errorId(id)} role="alert" hidden>
					{check}
				</ErrorText>
			)}
			{hint && (
				<p id={hintId(id)} className="wrap-anywhere text-sm text-muted">
					{hint}
				</p>
			)}
		</>
	);
}
