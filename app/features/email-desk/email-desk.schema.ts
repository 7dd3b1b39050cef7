import { z } from "zod";
import { type CustomerEmail, type OwnText, textProblem } from "~/features/email/own-texts";
import { version } from "~/features/staff/members.schema";
import { isVisible, notVisible, oneLine } from "~/lib/fields.schema";

/** A text of staff for this kind of email. Empty leaves the shop's own. */
const part = (kind: CustomerEmail, name: keyof OwnText, maxLength: number) =>
	z
		.string({ error: "Send this text." })
		.pipe(oneLine)
		.pipe(
			z
				.string()
				.max(maxLength, `Use at most ${maxLength} characters.`)
				.refine(isVisible, notVisible)
				.check(({ value, issues }) => {
					const problem = textProblem(kind, name, value);
					if (problem) issues.push({ code: "custom", message: problem, input: value });
				}),
		);

/** Characters. */
export const longest = { subject: 120, opening: 600, closing: 600 } as const satisfies Record<keyof OwnText, number>;

export const ownTextSchema = (kind: CustomerEmail) =>
	z.object({
		subject: part(kind, "subject", longest.subject),
		opening: part(kind, "opening", longest.opening),
		closing: part(kind, "closing", longest.closing),
	});

export const saveTextSchema = (kind: CustomerEmail) => ownTextSchema(kind).extend({ version });
export type SaveText = z.output<ReturnType<typeof saveTextSchema>>;

export const resetTextSchema = z.object({ version });

/** Which form of an email is shown. An invalid one counts as the first. */
export const sampleNumber = z.coerce.number().int().min(0).max(999).catch(0);
