import { z } from "zod";
import { email } from "~/features/accounts/account.schema";
import { unknownForm } from "~/lib/fields.schema";

export const startPushSchema = z.object({ email });

/** The forms of an offer. The registrant's fields are parsed by `parseContacts`. */
export const offerFormSchema = z.object({ intent: z.enum(["accept", "refuse"], { error: unknownForm }) });
