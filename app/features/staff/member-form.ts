import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { changeRolesSchema, memberChangeSchema } from "./members.schema";
import type { Members } from "./members.server";
import type { StaffMember, StaffSession } from "./staff";

interface Sent {
	readonly intent: "roles" | "disable" | "enable" | "end-sessions" | "invite-again" | "reset";
	readonly form: FormData;
	readonly fields: Readonly<Record<string, unknown>>;
	readonly member: Pick<StaffMember, "id">;
	readonly session: StaffSession;
}

/** Handles the forms of someone's page by their intent. Returns the message about what was done. */
export async function handleMemberForm(
	members: Members,
	{ intent, form, fields, member, session }: Sent,
	id: string,
): Promise<Result<string>> {
	if (intent === "roles") {
		const input = parse(changeRolesSchema, { ...fields, roles: form.getAll("roles") });
		const changed = input.ok ? await members.changeRoles(session, id, input.value) : input;
		return changed.ok ? ok(`Changed the roles of ${changed.value.name}.`) : changed;
	}
	if (intent === "invite-again") {
		const sent = await members.inviteAgain(session, id);
		return sent.ok ? ok("We've emailed another invitation. The earlier link no longer works.") : sent;
	}
	const input = parse(memberChangeSchema, fields);
	if (!input.ok) return input;
	switch (intent) {
		case "disable": {
			const done = await members.setDisabled(session, id, true, input.value);
			return done.ok ? ok(`Disabled ${done.value.name}.`) : done;
		}
		case "enable": {
			const done = await members.setDisabled(session, id, false, input.value);
			return done.ok ? ok(`Enabled ${done.value.name}.`) : done;
		}
		case "reset": {
			const done = await members.resetSecondStep(session, member, id, input.value);
			return done.ok ? ok(`Reset the second step of ${done.value.name} and emailed a link.`) : done;
		}
		case "end-sessions": {
			const done = await members.endSessions(session, id, input.value);
			return done.ok ? ok(`Signed ${done.value.name} out on every device.`) : done;
		}
	}
}
