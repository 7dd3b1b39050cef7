import { Field, type FieldProps } from "~/components/forms/field";
import { notAnEmail } from "../email";
import { correctEmail } from "../email-typo";

/**
 * The email field of a new customer. Asks about a domain that looks mistyped: islands/email-typo.ts with a button, when the
 * field is left, and the server in the answer to the form.
 */
export function EmailField({ defaultValue, error, ...field }: Omit<FieldProps, "type" | "check">) {
	const meant = error ? null : correctEmail(String(defaultValue ?? ""));
	return (
		<div data-email>
			<Field
				{...field}
				type="email"
				autoComplete="email"
				inputMode="email"
				defaultValue={defaultValue}
				error={error}
				check={notAnEmail}
				required
			/>
			<p role="status" data-email-typo className="text-sm wrap-anywhere">
				{meant && <EmailTypo email={meant} />}
			</p>
		</div>
	);
}

/** @param email what was probably meant */
export const EmailTypo = ({ email }: { email: string }) => (
	<>
		Did you mean <strong>{email}</strong>?
	</>
);
