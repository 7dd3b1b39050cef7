import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import { passwordProblem } from "./password-policy";

type Context = Parameters<typeof passwordProblem>[1];

const breachedMessage = "This password appears in known leaks, so others will try it. Choose another one.";

/** Why a password can't be chosen; null if it can. A service that gives no answer forbids nothing. */
export async function newPasswordProblem(
	breached: BreachedPasswords,
	password: string,
	context: Context,
): Promise<string | null> {
	const problem = passwordProblem(password, context);
	if (problem) return problem;
	return (await breached.isKnown(password)) === true ? breachedMessage : null;
}
