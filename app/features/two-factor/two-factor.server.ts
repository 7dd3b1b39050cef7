import {
	decodeBase64urlIgnorePadding,
	encodeBase32UpperCaseNoPadding,
	encodeBase64urlNoPadding,
} from "@oslojs/encoding";
import { change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { qrOf } from "~/lib/qr";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { matchingStep, secretBytes } from "~/lib/totp";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code";
import { createTwoFactorRepo } from "./two-factor.repo.server";
import type { Enable } from "./two-factor.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** Encrypts the secrets in the database, each for its account. */
	readonly sealer: Sealer;
	/** Name that the authenticator app shows. */
	readonly issuer: string;
}

interface Person {
	readonly id: string;
	readonly email: string;
}

export type TwoFactor = ReturnType<typeof createTwoFactor>;
export type TwoFactorSetup = Awaited<ReturnType<TwoFactor["begin"]>>;

/** Two-step sign-in with an authenticator app and recovery codes. */
export function createTwoFactor({ db, clock, sealer, issuer }: Dependencies) {
	const repo = createTwoFactorRepo(db);

	const emailOwner = (userId: string, event: "two-factor-on" | "two-factor-off" | "new-recovery-codes") =>
		emit({ kind: "mail.security-notice", payload: { userId, event }, userId });

	const logChange = (kind: "two_factor.on" | "two_factor.off" | "two_factor.new_codes", owner: Owner) =>
		log({ kind, actor: "customer", params: {}, owner });

	function newCodes(userId: string, now: number) {
		const codes = newRecoveryCodes();
		const hashes = codes.map((code) => recoveryCodeHash(userId, code));
		return { codes, replaced: repo.replaceCodes(userId, hashes, now) };
	}

	async function describeSetup(secret: Uint8Array, { id, email }: Person) {
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

	async function openSetup(setup: string, userId: string): Promise<Uint8Array | null> {
		const opened = await sealer.open(setup, `setup:${userId}`);
		return opened === null ? null : decodeBase64urlIgnorePadding(opened);
	}

	return {
		status: (owner: Owner) => repo.status(owner, clock()),

		/** Creates a new secret. */
		begin: (person: Person) => describeSetup(crypto.getRandomValues(new Uint8Array(secretBytes)), person),

		/** Shows the same secret after a wrong code, or a new one if the form was tampered with. */
		async resume(person: Person, setup: string) {
			const secret = await openSetup(setup, person.id);
			return secret ? describeSetup(secret, person) : this.begin(person);
		},

		/** Stores the secret if the code shows that the app has it. Returns the recovery codes, which are shown only once. */
		async enable({ id }: Person, owner: ConfirmedOwner, { setup, code }: Enable): Promise<Result<string[]>> {
			const now = clock();
			const secret = await openSetup(setup, id);
			if (!secret) return fail("invalid", "This page is out of date. Scan the new code and try again.");
			const step = matchingStep(secret, code, now);
			if (step === null) return wrongCode();
			const sealed = await sealer.seal(encodeBase64urlNoPadding(secret), `totp:${id}`);
			const { codes, replaced } = newCodes(id, now);
			const enabled = change(
				repo.enable(owner, sealed, step, now),
				replaced,
				logChange("two_factor.on", owner),
				emailOwner(id, "two-factor-on"),
			);
			const { state } = await db.commit(enabled, now);
			return state === "ok" ? ok(codes) : fail("conflict", "Two-step sign-in is already on.");
		},

		/** Makes new recovery codes. The old ones stop working. */
		async renewCodes({ id }: Person, owner: ConfirmedOwner): Promise<Result<string[]>> {
			const now = clock();
			const { codes, replaced } = newCodes(id, now);
			const renewed = change(
				repo.requireEnabled(owner, now),
				replaced,
				logChange("two_factor.new_codes", owner),
				emailOwner(id, "new-recovery-codes"),
			);
			const { state } = await db.commit(renewed, now);
			return state === "ok" ? ok(codes) : notEnabled();
		},

		async disable({ id }: Person, owner: ConfirmedOwner): Promise<Result<null>> {
			const now = clock();
			const disabled = change(
				repo.disable(owner, now),
				repo.removeCodes(id),
				logChange("two_factor.off", owner),
				emailOwner(id, "two-factor-off"),
			);
			const { state } = await db.commit(disabled, now);
			return state === "ok" ? ok(null) : notEnabled();
		},
	};
}

const wrongCode = () => failField("code", "This code is wrong. Check the clock on your phone and enter the next code.");

const notEnabled = () => fail("conflict", "Two-step sign-in is off.");
