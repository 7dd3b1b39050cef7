/** Mail services of most customers. Long names only, because a short one is one letter away from many domains. */
const common = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com"];

/** Real mail services that are one letter away from a common one. */
const real = new Set(["ymail.com", "mail.com", "email.com"]);

/**
 * The address with the domain that was probably meant. Null if it looks right. Finds one wrong, missing, additional or
 * swapped letter, and Gmail under another extension, where it has no mailboxes.
 */
export function correctEmail(typed: string): string | null {
	const [, local, domain = ""] = /^\s*([^\s@]+)@([^\s@]+)\s*$/.exec(typed.toLowerCase()) ?? [];
	if (!local || common.includes(domain) || real.has(domain)) return null;
	const meant = /^gmail\.(?!com$)[a-z.]+$/.test(domain) ? "gmail.com" : common.find((one) => isOneSlip(domain, one));
	return meant ? `${local}@${meant}` : null;
}

/** Whether one letter is wrong, missing or additional, or two letters beside each other are swapped. */
function isOneSlip(typed: string, meant: string): boolean {
	let start = 0;
	while (start < meant.length && typed[start] === meant[start]) start += 1;
	const [wrong, right] = [typed.slice(start), meant.slice(start)];
	return (
		wrong.slice(1) === right.slice(1) ||
		wrong === right.slice(1) ||
		wrong.slice(1) === right ||
		(wrong.slice(2) === right.slice(2) && wrong[0] === right[1] && wrong[1] === right[0])
	);
}

/** The intent of a form whose email address is to be replaced by the one that was probably meant. */
export const meantEmailIntent = "use-email";

/** The values of a form, with the address that was probably meant. */
export const withMeantEmail = <Values extends { readonly email?: string | undefined }>(values: Values): Values => ({
	...values,
	email: correctEmail(values.email ?? "") ?? values.email,
});
