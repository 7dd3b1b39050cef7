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
			context.addIssue({ code: "custom", message: "We can't read the response of your browser." });
			return z.NEVER;
		}
	});

/** The browser's response, as JSON in one form field. */
const browserResponse = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z
		.string({ error: "Your browser did not respond." })
		.max(12_000)
		.transform((text, context): unknown => {
			try {
				return JSON.parse(text);
			} catch {
				context.addIssue({ code: "custom", message: "We can't read the response of your browser." });
				return z.NEVER;
			}
		})
		.pipe(z.object(shape));

/** The form that adds a passkey. */
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

/** The passkey form of /login. */
export const passkeySignInSchema = z.object({
	passkey: browserResponse({
		id: z.string().max(2_000),
		clientData: bytes,
		authenticatorData: bytes,
		signature: bytes,
	}),
});
export type PasskeySignIn = z.output<typeof passkeySignInSchema>["passkey"];
