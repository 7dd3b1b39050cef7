import {
	decodeBase64urlIgnorePadding,
	encodeBase32UpperCaseNoPadding,
	encodeBase64urlNoPadding,
} from "@oslojs/encoding";
import type { Database } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { matchingStep, secretBytes } from "~/lib/totp";
import { qrOf } from "./qr";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code";
import { createTwoFactorRepo } from "./two-factor.repo.server";
import type { Enable } from "./two-factor.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	/** Secrets lie sealed in the database, each for its account. */
	readonly sealer: Sealer;
	readonly dispatch: (ids: readonly string[]) => void;
	/** As the app shows it. */
	readonly issuer: string;
}

interface Person {
	readonly id: string;
	readonly email: string;
}

export type TwoFactor = ReturnType<typeof createTwoFactor>;
export type TwoFactorSetup = Awaited<ReturnType<TwoFactor["begin"]>>;

/** Two-step sign-in: an authenticator app, and recovery codes for when it is lost. */
export function createTwoFactor({ db, clock, activity, sealer, dispatch, issuer }: Dependencies) {
	const repo = createTwoFactorRepo(db);

	const noticeTo = (userId: string, event: "two-factor-on" | "two-factor-off" | "new-recovery-codes") =>
		enqueue(db, { kind: "mail.security-notice", payload: { userId, event }, userId }, clock());

	const logged = (message: string) => ({ actor: "customer", kind: "two_factor.changed", message }) as const;

	function newCodes(userId: string, now: number) {
		const codes = newRecoveryCodes();
		const hashes = codes.map((code) => recoveryCodeHash(userId, code));
		return { codes, statements: [repo.removeCodes(userId), repo.addCodes(userId, hashes, now)] };
	}

	async function show(secret: Uint8Array, { id, email }: Person) {
		const base32 = encodeBase32UpperCaseNoPadding(secret);
		const label = encodeURIComponent(`${issuer}:${email}`);
		const uri = `otpauth://totp/${label}?secret=${base32}&issuer=${encodeURIComponent(issuer)}`;
		return {
			/** Comes back with the first code: nothing is stored before. */
			setup: await sealer.seal(encodeBase64urlNoPadding(secret), `setup:${id}`),
			key: base32.match(/.{4}/g)?.join(" ") ?? base32,
			uri,
			qr: qrOf(uri),
		};
	}

	async function secretOf(setup: string, userId: string): Promise<Uint8Array | null> {
		const opened = await sealer.open(setup, `setup:${userId}`);
		return opened === null ? null : decodeBase64urlIgnorePadding(opened);
	}

	return {
		status: (owner: Owner) => repo.status(owner, clock()),

		/** A new secret, for the app to read. */
		begin: (person: Person) => show(crypto.getRandomValues(new Uint8Array(secretBytes)), person),

		/** The same secret again, after a wrong code; a new one if the form was tampered with. */
		async again(person: Person, setup: string) {
			const secret = await secretOf(setup, person.id);
			return secret ? show(secret, person) : this.begin(person);
		},

		/** Stores the secret once the app has proven to have it; answers the recovery codes, which are shown this once. */
		async enable({ id }: Person, owner: ConfirmedOwner, { setup, code }: Enable): Promise<Result<string[]>> {
			const now = clock();
			const secret = await secretOf(setup, id);
			if (!secret) return fail("invalid", "This page is out of date. Scan the new code and try again.");
			const step = matchingStep(secret, code, now);
			if (step === null) return wrongCode();
			const sealed = await sealer.seal(encodeBase64urlNoPadding(secret), `totp:${id}`);
			const { codes, statements } = newCodes(id, now);
			const mail = noticeTo(id, "two-factor-on");
			const written = await db.attempt([
				repo.enable(owner, sealed, step, now),
				db.mustChange(),
				...statements,
				activity.record(logged("Switched two-step sign-in on."), owner),
				mail.statement,
			]);
			if (!written) return fail("conflict", "Two-step sign-in is on already.");
			dispatch([mail.id]);
			return ok(codes);
		},

		/** New recovery codes; the old ones are worth nothing. */
		async renewCodes({ id }: Person, owner: ConfirmedOwner): Promise<Result<string[]>> {
			const now = clock();
			const { codes, statements } = newCodes(id, now);
			const mail = noticeTo(id, "new-recovery-codes");
			const entry = activity.record(logged("Made new recovery codes."), owner);
			const written = await db.attempt([
				repo.touchEnabled(owner, now),
				db.mustChange(),
				...statements,
				entry,
				mail.statement,
			]);
			if (!written) return isOff();
			dispatch([mail.id]);
			return ok(codes);
		},

		async disable({ id }: Person, owner: ConfirmedOwner): Promise<Result<null>> {
			const mail = noticeTo(id, "two-factor-off");
			const entry = activity.record(logged("Switched two-step sign-in off."), owner);
			const written = await db.attempt([
				repo.disable(owner, clock()),
				db.mustChange(),
				repo.removeCodes(id),
				entry,
				mail.statement,
			]);
			if (!written) return isOff();
			dispatch([mail.id]);
			return ok(null);
		},
	};
}

const wrongCode = () =>
	failField("code", "This is not the code that the app shows now. Check the phone's clock and enter the next one.");

const isOff = () => fail("conflict", "Two-step sign-in is off.");
