import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import { passwordProblem } from "./password-policy";

type Context = Parameters<typeof passwordProblem>[1];

const breachedMessage = "This password has appeared in data leaks. Choose a different one.";

/** Returns why a new password is not allowed, or null. Allows the password if the breach service does not answer. */
export async function newPasswordProblem(
	breached: BreachedPasswords,
	password: string,
	context: Context,
): Promise<string | null> {
	const problem = passwordProblem(password, context);
	if (problem) return problem;
	return (await breached.isKnown(password)) === true ? breachedMessage : null;
}
