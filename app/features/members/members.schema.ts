import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { memberRoles } from "~/lib/acting";
import { rowId } from "~/lib/fields.schema";

const role = z.enum(memberRoles, { error: "Choose what this person may do." });

export const inviteSchema = z.object({ email, role });

/** Forms of the page of people. */
export const memberFormSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("change-role"), membershipId: rowId, role }),
	z.object({ intent: z.enum(["remove", "accept", "decline", "open", "leave"]), membershipId: rowId }),
]);
