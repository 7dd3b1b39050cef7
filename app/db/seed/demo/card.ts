import { createSealer } from "~/lib/seal";
import { type SomeRows, seedId } from "../rows";
import { demoUserId } from "./account";

const token = "sample-card";
const sample = { brand: "Visa", last4: "4242", expMonth: 12 };

/** Valid for three more years. */
const expYear = (now: number) => new Date(now).getUTCFullYear() + 3;
const fingerprint = (now: number) => [sample.brand, sample.last4, sample.expMonth, expYear(now)].join("-");

/** The card's token, sealed as in the payments feature. A test compares the two. */
export const sealedDemoCard = (secret: string, now: number): Promise<string> =>
	createSealer([secret], "payment-cards").seal(token, `${demoUserId}:${fingerprint(now)}`);

/** The sandbox's card that pays, saved by the demo customer and used for renewals. */
export function demoCard({ now, cardToken }: { now: number; cardToken: string }): SomeRows {
	const facts = { ...sample, expYear: expYear(now), createdAt: now };
	return {
		paymentCards: [
			{
				id: seedId("crd", "demo"),
				userId: demoUserId,
				provider: "sandbox",
				token: cardToken,
				fingerprint: fingerprint(now),
				...facts,
				renewalsAt: now,
			},
		],
		sandboxCards: [{ token, ...facts, bank: "approves" }],
	};
}
