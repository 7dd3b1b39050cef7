import type { ConfirmedOwner } from "~/db/owner";
import { unknownForm } from "~/lib/fields.schema";
import { parse } from "~/lib/parse";
import { type Failure, fail } from "~/lib/result";
import { enableSchema } from "./two-factor.schema";
import type { TwoFactor, TwoFactorSetup } from "./two-factor.server";

interface FormOutcome {
	/** New recovery codes. Shown only once. */
	readonly codes?: readonly string[];
	readonly off?: true;
	readonly failure?: Failure;
	/** The same secret after a wrong code. */
	readonly setup?: TwoFactorSetup;
}

/** Handles the forms of the two-step page by their `intent`. */
export async function handleTwoFactorForm(
	twoFactor: TwoFactor,
	person: { readonly id: string; readonly email: string },
	owner: ConfirmedOwner,
	form: Record<string, unknown>,
): Promise<FormOutcome> {
	switch (form.intent) {
		case "enable": {
			const input = parse(enableSchema, form);
			const enabled = input.ok ? await twoFactor.enable(person, owner, input.value) : input;
			if (enabled.ok) return { codes: enabled.value };
			return { failure: enabled.error, setup: await twoFactor.resume(person, String(form.setup ?? "")) };
		}
		case "codes": {
			const renewed = await twoFactor.renewCodes(person, owner);
			return renewed.ok ? { codes: renewed.value } : { failure: renewed.error };
		}
		case "disable": {
			const disabled = await twoFactor.disable(person, owner);
			return disabled.ok ? { off: true } : { failure: disabled.error };
		}
		default:
			return { failure: fail("invalid", unknownForm).error };
	}
}
