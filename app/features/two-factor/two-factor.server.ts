import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner, SensitiveOwner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import { type AppOwner, createAppSetup } from "./app-setup.server";
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

export type TwoFactor = ReturnType<typeof createTwoFactor>;
export type TwoFactorSetup = Awaited<ReturnType<TwoFactor["begin"]>>;

/** Two-step sign-in with an authenticator app and recovery codes. */
export function createTwoFactor({ db, clock, sealer, issuer }: Dependencies) {
	const repo = createTwoFactorRepo(db);
	const app = createAppSetup({ clock, sealer, issuer });

	const emailOwner = (userId: string, event: "two-factor-on" | "two-factor-off" | "new-recovery-codes") =>
		emit({ kind: "mail.security-notice", payload: { userId, event }, userId });

	const logChange = (kind: "two_factor.on" | "two_factor.new_codes", owner: Owner) =>
		log({ kind, actor: "customer", params: {}, owner });

	function newCodes(userId: string, now: number) {
		const { codes, hashes } = app.newCodes(userId);
		return { codes, replaced: repo.replaceCodes(userId, hashes, now) };
	}

	async function disable(userId: string, owner: SensitiveOwner, recorded?: Change): Promise<Result<null>> {
		const now = clock();
		const disabled = change(
			recorded,
			repo.disable(owner, now),
			repo.removeCodes(userId),
			log({ kind: "two_factor.off", actor: recorded ? "staff" : "customer", params: {}, owner }),
			emailOwner(userId, "two-factor-off"),
		);
		const { state } = await db.commit(disabled, now);
		return state === "ok" ? ok(null) : notEnabled();
	}

	return {
		status: (owner: Owner) => repo.status(owner, clock()),

		begin: app.begin,
		resume: app.resume,

		/** Stores the secret if the code shows that the app has it. Returns the recovery codes, which are shown only once. */
		async enable({ id }: AppOwner, owner: ConfirmedOwner, input: Enable): Promise<Result<string[]>> {
			const now = clock();
			const checked = await app.check(id, input);
			if (!checked.ok) return checked;
			const { sealed, step } = checked.value;
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
		async renewCodes({ id }: AppOwner, owner: ConfirmedOwner): Promise<Result<string[]>> {
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

		disable: ({ id }: AppOwner, owner: ConfirmedOwner) => disable(id, owner),

		/** @param recorded the entry of the audit log. Put changes that belong to the same commit there, too. */
		disableByStaff: (userId: string, recorded: Change) => disable(userId, { userId }, recorded),
	};
}

const notEnabled = () => fail("conflict", "Two-step sign-in is off.");
