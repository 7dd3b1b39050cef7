import { type Failure, fail } from "./result";

/** Field of a form: the id of the account for which its page was made. */
export const pageAccountField = "pageAccount";

const code = "other_account";

interface NamedAccount {
	readonly id: string;
	/** Who uses it, if it is not the customer. */
	readonly acting: object | null;
	readonly firstName: string;
	readonly lastName: string;
	readonly company: string | null;
}

/**
 * A browser has one session for all its tabs. A form of a page that was made for another account, before someone switched
 * in another tab, is refused instead of being sent for the account that they use now.
 * @param isRequired whether the field is part of the page. Without it the form is that of a visitor.
 * @returns null if the page was made for this account, or does not say for which
 */
export function otherAccount(
	form: FormData,
	{ id, acting, firstName, lastName, company }: NamedAccount,
	isRequired = false,
): Failure | null {
	const account = form.get(pageAccountField);
	const isUnknown = account === null && !(isRequired && acting);
	if (isUnknown || account === id) return null;
	const now = `This browser now uses the account of ${company ?? `${firstName} ${lastName}`}.`;
	const message = `${now} This form was made for another account, so it was not sent. Reload the page to go on.`;
	return fail("conflict", message, { code }).error;
}

/** For a form of someone whose access to this account has ended. */
export const accessEnded = (): Failure =>
	fail(
		"conflict",
		"Your access to this account has changed or ended, so this was not sent. Open the overview to go on in your own account.",
		{
			code,
		},
	).error;

/** The failure in the data of a route error. Undefined for any other error. */
export const otherAccountIn = (thrown: unknown): Failure | undefined =>
	typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === code
		? (thrown as Failure)
		: undefined;
