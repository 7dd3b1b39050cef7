import { removePasskeySchema } from "~/features/passkeys/passkey.schema";
import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { addStaffPasskeySchema, changePasswordSchema, ownPasswordSchema } from "./own-account.schema";
import type { StaffMember, StaffSession } from "./staff";
import type { Staff } from "./staff.server";

interface Sent {
	readonly intent:
		| "end-session"
		| "end-others"
		| "password"
		| "codes"
		| "check-password"
		| "add-passkey"
		| "remove-passkey";
	readonly fields: Readonly<Record<string, unknown>>;
	readonly member: StaffMember;
	readonly session: StaffSession;
}

/** What a form of the account page did: the message about it, if it changed something, and new recovery codes to show. */
interface Done {
	readonly message: string | null;
	readonly codes?: readonly string[];
}

const said = (result: Result<unknown>, message: string): Result<Done> => (result.ok ? ok({ message }) : result);

/** Handles the forms of someone's own account by their intent. */
export async function handleOwnAccountForm(
	{ own, passkeys }: Pick<Staff, "own" | "passkeys">,
	{ intent, fields, member, session }: Sent,
): Promise<Result<Done>> {
	switch (intent) {
		case "end-session":
			return said(await own.endSession(session, member, String(fields.sessionId ?? "")), "Signed that device out.");
		case "end-others":
			return said(await own.endOtherSessions(session, member), "Signed every other device out.");
		case "password": {
			const input = parse(changePasswordSchema, fields);
			if (!input.ok) return input;
			return said(
				await own.changePassword(session, member, input.value),
				"Changed your password. Your other devices are signed out.",
			);
		}
		case "codes": {
			const input = parse(ownPasswordSchema, fields);
			if (!input.ok) return input;
			const renewed = await own.newRecoveryCodes(session, member, input.value.currentPassword);
			return renewed.ok ? ok({ message: "The earlier recovery codes no longer work.", codes: renewed.value }) : renewed;
		}
		case "check-password": {
			const input = parse(ownPasswordSchema, fields);
			if (!input.ok) return input;
			const checked = await own.checkPassword(member, input.value.currentPassword);
			return checked.ok ? ok({ message: null }) : checked;
		}
		case "add-passkey": {
			const input = parse(addStaffPasskeySchema, fields);
			return input.ok ? said(await passkeys.add(session, member, input.value), "Added the passkey.") : input;
		}
		case "remove-passkey": {
			const input = parse(removePasskeySchema, fields);
			if (!input.ok) return input;
			return said(await passkeys.remove(session, member, input.value.passkeyId), "Removed the passkey.");
		}
	}
}
