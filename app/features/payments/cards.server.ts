import { type Change, change, emit, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import { isCardExpired } from "~/lib/card-expiry";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import type { PaidWith } from "~/platform/payment/payment-provider";
import { type CardRow, createCardsRepo } from "./cards.repo.server";
import { cardName, cardUndoPeriodMs, listCard, sealContext } from "./payment-card";
import type { PaymentProviders } from "./payment-providers";
import type { PaymentRow } from "./payments.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	/** Encrypts the stored tokens, with the customer and card as context. */
	readonly sealer: Sealer;
	readonly providers: Pick<PaymentProviders, "get">;
}

/** A card that may be charged now. */
export interface ChargeableCard {
	readonly id: string;
	readonly name: string;
	readonly provider: string;
	readonly token: string;
}

interface CardEntry {
	readonly kind: "card.preferred" | "card.removed" | "card.renewals_off" | "card.renewals_on" | "card.restored";
	readonly owner: Owner;
	readonly id: string;
}

export type Cards = ReturnType<typeof createCards>;

/** Saved cards: list, save, charge, remove, and choose one for renewals. */
export function createCards({ db, clock, sealer, providers }: Dependencies) {
	const repo = createCardsRepo(db);
	const cardMissing = "This card is no longer saved.";
	/** Emails the customer the terms that they agreed to. */
	const confirmRenewals = (userId: string) => emit({ kind: "mail.renewals-card", payload: { userId }, userId });

	async function commit(changed: Change, entry: CardEntry, refusal = cardMissing): Promise<Result<null>> {
		const { kind, owner, id } = entry;
		const logged = log({ kind, actor: "customer", params: { card: repo.nameExpression(id) }, owner, subjectId: id });
		const { state } = await db.commit(change(changed, logged), clock());
		return state === "ok" ? ok(null) : fail("not_found", refusal);
	}

	async function deleteCard(card: CardRow): Promise<void> {
		const token = await sealer.open(card.token, sealContext(card));
		if (token !== null) await providers.get(card.provider)?.forgetCard?.(token);
		await db.commit(repo.delete(card), clock());
	}

	return {
		/** The default card first. */
		async list(owner: Owner) {
			const now = clock();
			return (await repo.list(owner, now)).map((card) => listCard(card, now));
		},

		/** Part of the change that settles a payment. Null if the customer did not ask to save the card. */
		async save(
			{ userId, provider, keepCard, payRenewals }: PaymentRow,
			paidWith: PaidWith | undefined,
		): Promise<Change | null> {
			if (!keepCard || paidWith?.kind !== "card" || !paidWith.authorization) return null;
			const { brand, last4, expMonth, expYear, authorization } = paidWith;
			const { token, fingerprint } = authorization;
			const card = { brand, last4, expMonth, expYear, fingerprint, userId, provider };
			const sealed = await sealer.seal(token, sealContext(card));
			const now = clock();
			const row = { ...card, id: createId("crd", now), token: sealed, createdAt: now };
			const entry = { actor: "customer", params: { card: cardName(card) }, owner: { userId } } as const;
			const savedEntry = log({ kind: "card.kept", ...entry });
			if (!payRenewals) return change(repo.save(row), savedEntry);
			return change(
				repo.stopRenewals({ userId }, now),
				repo.save({ ...row, renewalsAt: now }),
				savedEntry,
				log({ kind: "card.renewals_on", ...entry }),
				confirmRenewals(userId),
			);
		},

		/** Fails with `conflict`, code `card_gone` or `card_expired`. */
		async chargeable(owner: Owner, id: string): Promise<Result<ChargeableCard>> {
			const [card] = await repo.find(owner, id, clock());
			const token = card && (await sealer.open(card.token, sealContext(card)));
			if (!card || token === null || token === undefined || !providers.get(card.provider)) {
				return fail("conflict", `${cardMissing} Choose another way to pay.`, { code: "card_gone" });
			}
			const renewed = await sealer.renew(card.token, sealContext(card));
			if (renewed !== null) await db.commit(repo.renewToken(card, renewed), clock());
			const name = cardName(card);
			if (isCardExpired(card, clock())) {
				return fail("conflict", `${name} has expired. Choose another way to pay.`, { code: "card_expired" });
			}
			return ok({ id: card.id, name, provider: card.provider, token });
		},

		prefer: (owner: Owner, id: string) =>
			commit(repo.prefer(owner, id, clock()), { kind: "card.preferred", owner, id }),

		/** Records the customer's consent to charge renewals to this card. Replaces the consent for any other card. */
		payRenewals(owner: ConfirmedOwner, userId: string, id: string) {
			const now = clock();
			return commit(
				change(
					repo.requireChargeable(owner, id, now),
					repo.stopRenewals(owner, now),
					repo.payRenewals(owner, id, now),
					confirmRenewals(userId),
				),
				{ kind: "card.renewals_on", owner, id },
				"This card is no longer saved, or has expired. Choose another one.",
			);
		},

		/** Withdraws the consent, so that nothing is charged automatically. */
		stopRenewals: (owner: ConfirmedOwner, id: string) =>
			commit(
				repo.stopRenewalsForCard(owner, id, clock()),
				{ kind: "card.renewals_off", owner, id },
				"This card does not pay for renewals.",
			),

		remove: (owner: Owner, id: string) => commit(repo.remove(owner, id, clock()), { kind: "card.removed", owner, id }),

		restore: (owner: Owner, id: string) =>
			commit(repo.restore(owner, id, clock() - cardUndoPeriodMs, clock()), { kind: "card.restored", owner, id }),

		/** Deletes removed cards at their providers, then here. The next run retries what failed. */
		async sweep(limit = 50): Promise<void> {
			for (const card of await repo.listDeletable(clock() - cardUndoPeriodMs, limit)) {
				await deleteCard(card).catch((error) => logger.warn("card_not_removed", { cardId: card.id, error }));
			}
		},
	};
}
