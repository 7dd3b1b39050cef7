import { z } from "zod";
import { password, personName } from "~/features/accounts/account.schema";
import { enableSchema } from "~/features/two-factor/two-factor.schema";

const token = z.string().max(100);

/** The form of someone who joins. */
export const joinSchema = enableSchema.extend({
	token,
	name: personName("Enter your name."),
	password: password("Choose a password."),
});

/** The form of a member whose second step was reset. */
export const rejoinSchema = enableSchema.extend({ token, password: password("Enter your password.") });

export type Accept = z.output<typeof rejoinSchema> & { readonly name?: string };
