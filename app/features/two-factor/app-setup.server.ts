import {
	decodeBase64urlIgnorePadding,
	encodeBase32UpperCaseNoPadding,
	encodeBase64urlNoPadding,
} from "@oslojs/encoding";
import type { Clock } from "~/lib/clock";
import { qrOf } from "~/lib/qr";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { matchingStep, secretBytes } from "~/lib/totp";
import { sealContext } from "./app-secret";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code";
import type { Enable } from "./two-factor.schema";

interface Dependencies {
	readonly clock: Clock;
	/** Encrypts the secrets, each for its account. */
	readonly sealer: Sealer;
	/** Name that the authenticator app shows. */
	readonly issuer: string;
}

export interface AppOwner {
	readonly id: string;
	readonly email: string;
}

export type AppSetup = ReturnType<typeof createAppSetup>;
/** What the page shows to connect an app. */
export type AppSetupView = Awaited<ReturnType<AppSetup["begin"]>>;

/** Connects an authenticator app to an account of a customer or of staff. */
export function createAppSetup({ clock, sealer, issuer }: Dependencies) {
	async function describe(secret: Uint8Array, { id, email }: AppOwner) {
		const base32 = encodeBase32UpperCaseNoPadding(secret);
		const label = encodeURIComponent(`${issuer}:${email}`);
		const uri = `otpauth://totp/${label}?secret=${base32}&issuer=${encodeURIComponent(issuer)}`;
		return {
			/** The sealed secret. The form sends it back with the first code. Nothing is stored before that. */
			setup: await sealer.seal(encodeBase64urlNoPadding(secret), `setup:${id}`),
			key: base32.match(/.{4}/g)?.join(" ") ?? base32,
			uri,
			qr: qrOf(uri),
		};
	}

	async function open(setup: string, id: string): Promise<Uint8Array | null> {
		const opened = await sealer.open(setup, `setup:${id}`);
		return opened === null ? null : decodeBase64urlIgnorePadding(opened);
	}

	return {
		/** Creates a new secret. */
		begin: (owner: AppOwner) => describe(crypto.getRandomValues(new Uint8Array(secretBytes)), owner),

		/** Shows the same secret after a wrong code, or a new one if the form was tampered with. */
		async resume(owner: AppOwner, setup: string) {
			const secret = await open(setup, owner.id);
			return secret ? describe(secret, owner) : this.begin(owner);
		},

		/** The secret, sealed for the account, if the code shows that the app has it. `step`: that of the code. */
		async check(
			id: string,
			{ setup, code }: Enable,
		): Promise<Result<{ readonly sealed: string; readonly step: number }>> {
			const secret = await open(setup, id);
			if (!secret) return fail("invalid", "This page is out of date. Scan the new code and try again.");
			const step = matchingStep(secret, code, clock());
			if (step === null)
				return failField("code", "This code is wrong. Check the clock on your phone and enter the next code.");
			return ok({ sealed: await sealer.seal(encodeBase64urlNoPadding(secret), sealContext(id)), step });
		},

		/** New recovery codes, and their hashes for the database. */
		newCodes(id: string) {
			const codes = newRecoveryCodes();
			return { codes, hashes: codes.map((code) => recoveryCodeHash(id, code)) };
		},
	};
}
