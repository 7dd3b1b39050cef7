import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { requiredLine, rowId } from "~/lib/fields.schema";
import { choiceFilter, cursorText, textFilter } from "~/lib/list.schema";
import { roles } from "./permissions";
import { staffStatuses } from "./staff";

/** The query of the list. */
export const membersSchema = z.object({
	q: textFilter(),
	status: choiceFilter(staffStatuses),
	role: choiceFilter(roles),
	after: cursorText,
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
