import type { Database } from "~/db/client.server";
import type { ConfirmedOwner, Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import { cardExpired } from "~/lib/card-expiry";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { messageOf } from "~/lib/message-of";
import { fail, ok, type Result } from "~/lib/result";
import type { Sealer } from "~/lib/seal";
import type { PaidWith, PaymentProvider } from "~/platform/payment/payment-provider";
import { type CardRow, createCardsRepo } from "./cards.repo.server";
import { cardName, cardUndoFor, listCard } from "./payment-card";
import type { PaymentRow } from "./payments.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly activity: Activity;
	readonly dispatch: (effectIds: readonly string[]) => void;
	/** Tokens lie sealed in the database, each for its customer and card. */
	readonly sealer: Sealer;
	readonly providers: ReadonlyMap<string, PaymentProvider>;
}

/** A card that may be charged now. */
export interface ChargeableCard {
	readonly id: string;
	readonly name: string;
	readonly token: string;
}

const renewalsOn = "Renewals are paid by themselves with the card ";

const contextOf = ({ userId, fingerprint }: Pick<CardRow, "userId" | "fingerprint">) => `${userId}:${fingerprint}`;

export type Cards = ReturnType<typeof createCards>;

/** Cards that customers asked us to keep, to pay with one press. */
export function createCards({ db, clock, activity, sealer, providers, dispatch }: Dependencies) {
	const repo = createCardsRepo(db);
	const missing = "This card is no longer kept.";
	const entry = (kind: string, text: string, id: string) => ({
		kind: `card.${kind}`,
		message: repo.sentence(text, id),
		subjectId: id,
	});

	async function forget(card: CardRow): Promise<void> {
		const token = await sealer.open(card.token, contextOf(card));
		if (token !== null) await providers.get(card.provider)?.forgetCard?.(token);
		await db.write([repo.forget(card)]);
	}

	return {
		/** The one to propose first, first. */
		async list(owner: Owner) {
			const now = clock();
			return (await repo.list(owner, now)).map((card) => listCard(card, now));
		},

		/** Statements for the batch that settles a payment whose customer wants its card kept. */
		async keep({ userId, provider, keepCard, payRenewals }: PaymentRow, paidWith: PaidWith | undefined) {
			if (!keepCard || paidWith?.kind !== "card" || !paidWith.authorization) return [];
			const { brand, last4, expMonth, expYear, authorization } = paidWith;
			const { token, fingerprint } = authorization;
			const card = { brand, last4, expMonth, expYear, fingerprint, userId, provider };
			const sealed = await sealer.seal(token, contextOf(card));
			const now = clock();
			const row = { ...card, id: createId("crd", now), token: sealed, createdAt: now };
			const record = (kind: string, message: string) =>
				activity.record({ actor: "customer", kind: `card.${kind}`, message }, { userId });
			const kept = record("kept", `Kept the card ${cardName(card)} for later payments.`);
			if (!payRenewals) return [repo.keep(row), kept];
			return [
				repo.stopRenewals({ userId }, now),
				repo.keep({ ...row, renewalsAt: now }),
				kept,
				record("renewals_on", `${renewalsOn}${cardName(card)}.`),
				repo.confirmRenewals(userId, now).statement,
			];
		},

		/** What charging takes, for its owner. */
		async chargeable(owner: Owner, id: string): Promise<Result<ChargeableCard>> {
			const [card] = await repo.find(owner, id, clock());
			const token = card && (await sealer.open(card.token, contextOf(card)));
			if (!card || token === null || token === undefined) {
				return fail("conflict", `${missing} Choose another way to pay.`, { code: "card_gone" });
			}
			const name = cardName(card);
			if (cardExpired(card, clock())) {
				return fail("conflict", `${name} has expired. Choose another way to pay.`, { code: "card_expired" });
			}
			return ok({ id: card.id, name, token });
		},

		prefer: (owner: Owner, id: string) =>
			activity.carryOut(
				owner,
				[repo.prefer(owner, id, clock())],
				entry("preferred", "Made the default card ", id),
				missing,
			),

		/** The customer agrees that renewals are charged to this card by themselves; to one card at a time. */
		async payRenewals(owner: ConfirmedOwner, userId: string, id: string) {
			const now = clock();
			const mail = repo.confirmRenewals(userId, now);
			const done = await activity.carryOut(
				owner,
				[repo.touch(owner, id, now), repo.stopRenewals(owner, now), repo.payRenewals(owner, id, now), mail.statement],
				entry("renewals_on", renewalsOn, id),
				"This card is no longer kept, or has expired. Choose another one.",
			);
			if (done.ok) dispatch([mail.id]);
			return done;
		},

		/** Nothing is charged by itself any more. */
		stopRenewals: (owner: ConfirmedOwner, id: string) =>
			activity.carryOut(
				owner,
				[repo.stopRenewalsWith(owner, id, clock())],
				entry("renewals_off", "Renewals are no longer paid by themselves with the card ", id),
				"This card pays no renewals.",
			),

		remove: (owner: Owner, id: string) =>
			activity.carryOut(owner, [repo.remove(owner, id, clock())], entry("removed", "Removed the card ", id), missing),

		restore: (owner: Owner, id: string) =>
			activity.carryOut(
				owner,
				[repo.restore(owner, id, clock() - cardUndoFor, clock())],
				entry("restored", "Kept after all the card ", id),
				missing,
			),

		/** Tells the providers of removed cards, then deletes them. What fails is tried again by the next run. */
		async sweep(limit = 50): Promise<void> {
			for (const card of await repo.gone(clock() - cardUndoFor, limit)) {
				await forget(card).catch((error) => console.warn("card", card.id, messageOf(error)));
			}
		},
	};
}
