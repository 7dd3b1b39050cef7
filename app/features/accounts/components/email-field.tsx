import { Field, type FieldProps } from "~/components/forms/field";
import { Button } from "~/components/ui/button";
import { notAnEmail } from "../email";
import { correctEmail, meantEmailIntent } from "../email-typo";

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
			{meant && (
				<noscript>
					<UseEmailButton email={meant} />
				</noscript>
			)}
		</div>
	);
}

/** Sends the form to get it back with the address that was probably meant. @param email that address */
export const UseEmailButton = ({ email }: { email: string }) => (
	<Button type="submit" name="intent" value={meantEmailIntent} variant="secondary" size="sm" className="mt-1">
		Use {email}
	</Button>
);

/**
 * The button that Enter presses in a form without script whose first button is another one. Put it first into the form.
 */
export const EnterButton = () => (
	<noscript>
		<button type="submit" hidden />
	</noscript>
);

/** @param email what was probably meant */
export const EmailTypo = ({ email }: { email: string }) => (
	<>
		Did you mean <strong>{email}</strong>?
	</>
);
