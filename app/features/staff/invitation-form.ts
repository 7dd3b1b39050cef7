import { parse } from "~/lib/parse";
import type { Failure } from "~/lib/result";
import { joinSchema, rejoinSchema } from "./invitation.schema";
import type { Staff } from "./staff.server";
import type { SigningIn } from "./staff-sign-in.server";

/** Handles the form of an emailed link. It has a name if the person joins. */
export async function handleInvitationForm(
	staff: Pick<Staff, "acceptInvitation">,
	form: Record<string, unknown>,
	browser: Omit<SigningIn, "previousToken">,
): Promise<{ readonly codes?: readonly string[]; readonly failure?: Failure }> {
	const input = "name" in form ? parse(joinSchema, form) : parse(rejoinSchema, form);
	const accepted = input.ok ? await staff.acceptInvitation(input.value, browser) : input;
	return accepted.ok ? { codes: accepted.value } : { failure: accepted.error };
}
