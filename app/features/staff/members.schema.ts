import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { oneLine, requiredLine, rowId } from "~/lib/fields.schema";
import { longestCursor } from "~/lib/page";
import { roles } from "./permissions";
import { staffStatuses } from "./staff";

/** The query of the list. An invalid value counts as none. */
export const membersSchema = z.object({
	q: oneLine.pipe(z.string().max(100)).catch(""),
	status: z.enum(staffStatuses).optional().catch(undefined),
	role: z.enum(roles).optional().catch(undefined),
	after: z.string().max(longestCursor).optional().catch(undefined),
});
export type MembersQuery = z.output<typeof membersSchema>;

const someRoles = z.array(z.enum(roles), { error: "Choose a role." }).min(1, "Choose at least one role.");

/** Why a change was made, for the audit log. */
export const reason = requiredLine("Give a reason for the audit log.", 300);

/** The row as it was when the form was loaded. */
export const version = z.coerce.number().int();

export const inviteSchema = z.object({ email, roles: someRoles });
export type Invite = z.output<typeof inviteSchema>;

export const changeRolesSchema = z.object({ version, roles: someRoles, reason });
export type ChangeRoles = z.output<typeof changeRolesSchema>;

export const memberChangeSchema = z.object({ version, reason });
export type MemberChange = z.output<typeof memberChangeSchema>;

export const memberId = rowId;
