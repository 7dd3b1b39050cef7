import { parse } from "../../lib/parse";
import { fail, ok, type Result } from "../../lib/result";
import type { Customer, Viewer } from "./customer";
import type { Sessions } from "./sessions.server";
import { passwordChangeSchema, profileSchema, revokeSchema } from "./settings.schema";
import type { AccountSettings } from "./settings.server";

interface Changed {
	/** Where it is shown, and what to say. */
	readonly tab: "profile" | "security";
	readonly saved: "profile" | "password" | "session";
}

/** The three forms of the settings page, told apart by their `intent`. */
export async function changeSettings(
	services: { accountSettings: AccountSettings; sessions: Sessions },
	customer: Customer,
	owner: NonNullable<Viewer["owner"]>,
	form: Record<string, unknown>,
): Promise<Result<Changed>> {
	switch (form.intent) {
		case "profile": {
			const profile = parse(profileSchema, form);
			if (!profile.ok) return profile;
			await services.accountSettings.updateProfile(owner, profile.value);
			return ok({ tab: "profile", saved: "profile" });
		}
		case "password": {
			const change = parse(passwordChangeSchema, form);
			if (!change.ok) return change;
			const changed = await services.accountSettings.changePassword(customer, owner, change.value);
			return changed.ok ? ok({ tab: "security", saved: "password" }) : changed;
		}
		case "revoke": {
			const session = parse(revokeSchema, form);
			if (!session.ok) return session;
			const revoked = await services.sessions.revoke(owner, session.value.sessionId);
			return revoked.ok ? ok({ tab: "security", saved: "session" }) : revoked;
		}
		default:
			return fail("invalid", "This form is not known here. Reload the page and try again.");
	}
}
