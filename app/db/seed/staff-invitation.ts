import { href } from "react-router";
import { parseEmail } from "~/features/accounts/email";
import { isRole, roles } from "~/features/staff/permissions";
import { HOUR, SECOND } from "~/lib/durations";
import { createId, randomToken } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import { toSql } from "./to-sql";

const lifetimeMs = 72 * HOUR;

/**
 * What `npm run staff -- invite` writes: a row for each table, and the link's record in the token store. An address that
 * is in the list already makes the statements fail.
 * @throws Error for an invalid address or role, with a message for the terminal
 */
export function staffInvitation(typedEmail: string, role: string, now: number) {
	const email = parseEmail(typedEmail);
	if (!email.ok) throw new Error(email.error);
	if (!isRole(role)) throw new Error(`Choose a role: ${roles.join(", ")}.`);
	const id = createId("stf", now);
	const token = randomToken();
	const record = { userId: id, purpose: "staff", generation: 1, expiresAt: now + lifetimeMs };
	return {
		path: `${href("/desk/invitation")}?token=${token}`,
		key: `link:${sha256Hex(token)}`,
		record: JSON.stringify(record),
		ttlSeconds: lifetimeMs / SECOND,
		statements: toSql({
			staff: [
				{
					...{ id, email: email.value, name: email.value, status: "invited", linkGeneration: 1 },
					...{ createdAt: now, updatedAt: now },
				},
			],
			staffRoles: [{ staffId: id, role }],
			auditLog: [
				{
					...{ id: createId("aud", now), at: now, staffName: "Command line", kind: "staff.invited" },
					...{ subjectType: "staff", subjectId: id, params: { email: email.value, roles: [role] } },
					...{ requestId: "", place: "" },
				},
			],
		}),
	};
}
