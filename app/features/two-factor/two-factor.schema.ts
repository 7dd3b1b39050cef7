import { z } from "zod";

const code = z
	.string({ error: "Enter the code." })
	.trim()
	.min(1, "Enter the code.")
	.max(40, "Enter the six digits from your app, or a recovery code.");

/** Setting up: the sealed secret from the page, and a code that proves that the app has it. */
export const enableSchema = z.object({
	setup: z.string().max(1_000),
	code: code.transform((value) => value.replace(/\s/g, "")),
});
export type Enable = z.output<typeof enableSchema>;

/** The second step of signing in: `POST /api/userauth/two-factor` and the form of /login. */
export const secondStepSchema = z.object({ challenge: z.string().max(2_000), code });
export type SecondStep = z.output<typeof secondStepSchema>;
