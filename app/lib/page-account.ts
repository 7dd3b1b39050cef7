import { type Failure, fail } from "./result";

/** Field of a form: the id of the account for which its page was made. */
export const pageAccountField = "pageAccount";

const code = "other_account";

interface NamedAccount {
	readonly id: string;
	readonly firstName: string;
	readonly lastName: string;
	readonly company: string | null;
}

/**
 * A browser has one session for all its tabs. A form of a page that was made for another account, before someone switched
 * in another tab, is refused instead of being sent for the account that they use now.
 * @returns null if the page was made for this account, or does not say for which
 */
export function otherAccount(form: FormData, { id, firstName, lastName, company }: NamedAccount): Failure | null {
	const account = form.get(pageAccountField);
	if (account === null || account === id) return null;
	const now = `This browser now uses the account of ${company ?? `${firstName} ${lastName}`}, because you switched in another tab.`;
	return fail("conflict", `${now} This form was made for the other account, so it was not sent.`, { code }).error;
}

/** The failure in the data of a route error. Undefined for any other error. */
export const otherAccountIn = (thrown: unknown): Failure | undefined =>
	typeof thrown === "object" && thrown !== null && "code" in thrown && thrown.code === code
		? (thrown as Failure)
		: undefined;
