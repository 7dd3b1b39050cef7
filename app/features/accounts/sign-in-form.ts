import { passkeySignInSchema } from "~/features/passkeys/passkey.schema";
import type { Passkeys } from "~/features/passkeys/passkeys.server";
import { secondStepSchema } from "~/features/two-factor/two-factor.schema";
import { parse } from "~/lib/parse";
import type { Result } from "~/lib/result";
import { loginSchema } from "./account.schema";
import type { Accounts } from "./accounts.server";
import type { Client } from "./client";
import type { SignInFailure } from "./password-attempts.server";
import type { SignedIn } from "./sign-in.server";

/** Handles the forms of the sign-in page: email and password, the code of two-step sign-in, or a passkey. */
export async function handleSignInForm(
	{ accounts, passkeys }: { readonly accounts: Accounts; readonly passkeys: Passkeys },
	form: Record<string, unknown>,
	client: Client,
	previousToken: string | null,
): Promise<Result<SignedIn, SignInFailure>> {
	if ("passkey" in form) {
		const input = parse(passkeySignInSchema, form);
		return input.ok ? passkeys.signIn(input.value.passkey, client, previousToken) : input;
	}
	if (!("challenge" in form)) {
		const input = parse(loginSchema, form);
		return input.ok ? accounts.login(input.value, client, previousToken) : input;
	}
	const input = parse(secondStepSchema, form);
	const finished = input.ok ? await accounts.finishSignIn(input.value, client, previousToken) : input;
	if (finished.ok || finished.error.code === "challenge_void") return finished;
	return { ok: false, error: { ...finished.error, challenge: String(form.challenge) } };
}
