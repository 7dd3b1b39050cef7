import { z } from "zod";
import { emailName } from "~/features/email/email-names";
import { activityKind } from "~/lib/kinds";

const texts = z.object({ subject: z.string(), opening: z.string(), closing: z.string() });
const email = z.object({ email: z.string() });

export const emailDeskAudit = {
	"email_text.changed": activityKind(
		email.extend({ before: texts, after: texts }),
		({ email, before, after }) =>
			`Changed ${(["subject", "opening", "closing"] as const).filter((part) => before[part] !== after[part]).join(" and ") || "nothing"} of the email “${emailName(email)}”.`,
	),
	"email_text.reset": activityKind(
		email.extend({ before: texts }),
		({ email }) => `Reset the email “${emailName(email)}” to the shop's own text.`,
	),
	"email_text.tested": activityKind(email, ({ email }) => `Sent themselves a test of the email “${emailName(email)}”.`),
};
