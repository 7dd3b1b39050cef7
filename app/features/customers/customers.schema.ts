import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { reason, version } from "~/features/staff/members.schema";
import { rowId } from "~/lib/fields.schema";
import { cursorText, searchText, textFilter } from "~/lib/list.schema";
import { type IdentityCheck, identityChecks } from "./identity-check";

/** The query of the search. */
export const customerSearchSchema = z.object({ q: textFilter(), after: cursorText });
export type CustomerSearch = z.output<typeof customerSearchSchema>;

/** The query of a list on a customer's page. */
export const customerRowsSchema = z.object({ after: cursorText });

export const serviceKinds = ["domains", "plans", "addons"] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** `show`: only one kind, page by page. */
export const servicesSchema = customerRowsSchema.extend({ show: z.enum(serviceKinds).optional().catch(undefined) });
export type ServicesQuery = z.output<typeof servicesSchema>;

/** Payments, or the entries of the credit. */
export const moneySchema = customerRowsSchema.extend({ show: z.enum(["payments", "credit"]).catch("payments") });

const noteText = z
	.string({ error: "Write the note." })
	.transform((text) => text.normalize("NFC").replaceAll("\r\n", "\n").trim())
	.pipe(z.string().min(1, "Write the note.").max(2_000, "Use at most 2,000 characters."));

export const addNoteSchema = z.object({ text: noteText });
export const editNoteSchema = z.object({ noteId: rowId, version, text: noteText });
export const removeNoteSchema = z.object({ noteId: rowId, version, reason });
export type EditNote = z.output<typeof editNoteSchema>;
export type RemoveNote = z.output<typeof removeNoteSchema>;

export const reasonSchema = z.object({ reason });
export const versionedReasonSchema = z.object({ reason, version });

const checked = z.enum(Object.keys(identityChecks) as IdentityCheck[], { error: "Choose what you have checked." });

export const resetTwoStepSchema = z.object({ checked, reason });

export const addBillingEmailSchema = z.object({ email, reason });
export const removeBillingEmailSchema = z.object({ billingEmailId: rowId, reason });

/** The other account of a merge, by its email address or id. */
export const mergeQuerySchema = z.object({ q: searchText });
export const mergeSchema = z.object({ from: rowId, version, checked, reason });
export type Merge = z.output<typeof mergeSchema>;

export const resendEmailSchema = z.object({ emailId: rowId });
