import { z } from "zod";
import { password, passwordMismatch, passwordsMatch, repeatedPassword } from "~/features/accounts/account.schema";
import { addonFormSchema } from "~/features/addons/addons.schema";
import { rowId } from "~/lib/fields.schema";
import { cursorText, openRow } from "~/lib/list.schema";
import { hostingSorts, hostingTabs } from "./hosting";

export const hostingListSchema = z.object({
	tab: z.enum(hostingTabs.map(({ id }) => id)).catch("web"),
	q: z.string().trim().max(253).catch(""),
	sort: z.enum(hostingSorts).catch("created"),
	after: cursorText,
	open: openRow,
});

export type HostingListQuery = z.infer<typeof hostingListSchema>;

/** The forms of a plan's row: for the plan, and for its add-ons. */
export const planChangeSchema = z.union([
	z.object({ intent: z.enum(["cancel", "keep"]), planId: rowId }),
	addonFormSchema.and(z.object({ planId: rowId })),
]);

/** The forms on a plan's management page, by `intent`. */
export const panelFormSchema = z.discriminatedUnion("intent", [
	z.object({ intent: z.literal("open") }),
	z.object({ intent: z.literal("check-domain") }),
	z.object({
		intent: z.literal("set-domain"),
		domain: z.string().trim().min(1, "Please enter a domain name").max(260, "Use at most 260 characters."),
		/** The domain that the customer agreed to take from another plan. */
		move: z.string().trim().max(260).optional(),
	}),
	z
		.object({
			intent: z.literal("password"),
			newPassword: password("Choose a new password."),
			confirmPassword: repeatedPassword,
		})
		.refine(passwordsMatch, passwordMismatch),
]);
