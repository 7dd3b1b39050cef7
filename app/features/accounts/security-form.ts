import { unknownForm } from "~/lib/fields.schema";
import { parse } from "~/lib/parse";
import { fail, ok, type Result } from "~/lib/result";
import type { Client } from "./client";
import type { Customer, Viewer } from "./customer";
import type { SettingsChange } from "./profile";
import { passwordChangeSchema, revokeSchema } from "./settings.schema";
import type { AccountSettings } from "./settings.server";

/** Handles the forms of the security page by their `intent`. */
export async function handleSecurityForm(
	settings: AccountSettings,
	customer: Customer,
	owner: NonNullable<Viewer["owner"]>,
	form: Record<string, unknown>,
	client: Client,
): Promise<Result<SettingsChange>> {
	switch (form.intent) {
		case "password": {
			const change = parse(passwordChangeSchema, form);
			if (!change.ok) return change;
			const changed = await settings.changePassword(customer, owner, change.value, client);
			return changed.ok ? ok("password") : changed;
		}
		case "revoke": {
			const session = parse(revokeSchema, form);
			if (!session.ok) return session;
			const ended = await settings.endSignIn(owner, session.value.sessionId);
			return ended.ok ? ok("session") : ended;
		}
		case "revoke-others":
			await settings.endOtherSignIns(customer, owner);
			return ok("sessions");
		default:
			return fail("invalid", unknownForm);
	}
}
