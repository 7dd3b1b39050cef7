import { decodeBase64urlIgnorePadding } from "@oslojs/encoding";
import { z } from "zod";
import { oneLine } from "~/lib/fields.schema";

const bytes = z
	.string()
	.max(4_000)
	.transform((text, context) => {
		try {
			return new Uint8Array(decodeBase64urlIgnorePadding(text));
		} catch {
			context.addIssue({ code: "custom", message: "The browser's answer can't be read." });
			return z.NEVER;
		}
	});

/** A browser's answer travels as JSON in one field of a form. */
const browserResponse = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z
		.string({ error: "Your browser did not answer." })
		.max(12_000)
		.transform((text, context): unknown => {
			try {
				return JSON.parse(text);
			} catch {
				context.addIssue({ code: "custom", message: "The browser's answer can't be read." });
				return z.NEVER;
			}
		})
		.pipe(z.object(shape));

/** Adding: the form of the passkeys page. */
export const addPasskeySchema = z.object({
	name: oneLine.pipe(z.string().min(1, "Give the passkey a name.").max(60, "Use at most 60 characters.")),
	passkey: browserResponse({
		clientData: bytes,
		authenticatorData: bytes,
		publicKey: bytes,
		algorithm: z.number().int(),
	}),
});
export type AddPasskey = z.output<typeof addPasskeySchema>;

export const removePasskeySchema = z.object({ passkeyId: z.string().max(2_000) });

/** Signing in: the form of /login. */
export const passkeySignInSchema = z.object({
	passkey: browserResponse({
		id: z.string().max(2_000),
		clientData: bytes,
		authenticatorData: bytes,
		signature: bytes,
	}),
});
export type PasskeySignIn = z.output<typeof passkeySignInSchema>["passkey"];
