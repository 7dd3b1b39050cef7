import { loginSchema } from "~/features/accounts/account.schema";
import type { SignInFailure } from "~/features/accounts/password-attempts.server";
import { passkeySignInSchema } from "~/features/passkeys/passkey.schema";
import { secondStepSchema } from "~/features/two-factor/two-factor.schema";
import { parse } from "~/lib/parse";
import type { Result } from "~/lib/result";
import type { Staff } from "./staff.server";
import type { StartedStaffSession } from "./staff-sessions.server";
import type { SigningIn } from "./staff-sign-in.server";

/** Handles the forms of the desk's sign-in page: email and password, then the code, or a passkey. */
export async function handleStaffSignIn(
	staff: Pick<Staff, "enterPassword" | "enterCode" | "passkeys">,
	form: Record<string, unknown>,
	browser: SigningIn,
): Promise<Result<StartedStaffSession, SignInFailure>> {
	if ("passkey" in form) {
		const input = parse(passkeySignInSchema, form);
		return input.ok ? staff.passkeys.signIn(input.value.passkey, browser) : input;
	}
	if (!("challenge" in form)) {
		const input = parse(loginSchema, form);
		return input.ok ? staff.enterPassword(input.value, browser) : input;
	}
	const input = parse(secondStepSchema, form);
	const finished = input.ok ? await staff.enterCode(input.value, browser) : input;
	if (finished.ok || finished.error.code === "challenge_void") return finished;
	return { ok: false, error: { ...finished.error, challenge: String(form.challenge) } };
}
