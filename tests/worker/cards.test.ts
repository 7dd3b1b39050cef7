import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "~/db/client.server";
import { paymentCards, sandboxCards } from "~/db/schema";
import { changeCard } from "~/features/payments/change-card";
import { payView } from "~/features/payments/pay-view";
import { DAY, MINUTE } from "~/lib/durations";
import { sha256Hex } from "~/lib/sha256";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import type { Services } from "~/services.server";
import {
	aBuyer,
	aCardHolder,
	aConfirmation,
	asking,
	type Buyer,
	mastercard,
	payOnce,
	refusing,
	visa,
} from "../support/cards";
import { aSession } from "../support/factories";
import { anOrder, moneyRecordsOf, quietServices, thePayment } from "../support/orders";
import { aSandbox } from "../support/sandbox-payments";
import { runDue } from "../support/schedule";
import { withMessage } from "../support/stored-texts";

const db = createDatabase(env.DB);
const keptRows = () => db.read(db.orm.select().from(paymentCards));
const sandboxRows = () => db.read(db.orm.select().from(sandboxCards));

beforeEach(async () => {
	await env.DB.batch(
		["payment_cards", "sandbox_cards", "sandbox_payments"].map((table) => env.DB.prepare(`delete from ${table}`)),
	);
});

/** What a customer pays for a total in cents. */
const wholeShillings = (total: number) => Math.floor(total / 100) * 100;

const charge = (services: Services, customer: Buyer, invoiceId: string, card: string) =>
	services.payments.start(customer, invoiceId, { method: "saved", card });

async function viewOf(services: Services, customer: Buyer, invoiceId: string) {
	const found = await services.payments.overview({ userId: customer.id }, invoiceId);
	if (!found) throw new Error("no invoice");
	return payView({ ...found, lines: [] }, services.clock());
}

test("a card is saved only if its customer asks for it, with brand, last digits and expiry", async () => {
	const services = quietServices();
	const customer = await aBuyer();
	const owner = { userId: customer.id };
	await payOnce(services, customer, visa, null);
	expect(await services.payments.cards.list(owner)).toEqual([]);
	await payOnce(services, customer, visa);
	expect(await services.payments.cards.list(owner)).toEqual([
		{
			id: expect.stringMatching(/^crd_/),
			name: "Visa •••• 4242",
			expires: "12/34",
			expired: false,
			paysRenewals: false,
		},
	]);
	expect((await services.activity.list(owner)).items.map(withMessage)).toContainEqual(
		expect.objectContaining({ kind: "card.kept", message: "Saved the card Visa •••• 4242." }),
	);
});

test("the token that charges a card is stored encrypted, and neither shown nor exported", async () => {
	const { customer, owner, services } = await aCardHolder();
	const [row] = await keptRows();
	const [played] = await sandboxRows();
	expect(row?.token).not.toContain(played?.token);
	const [invoice] = (await services.billing.list(owner, { tab: "all" })).items;
	const pages = JSON.stringify([
		await services.payments.cards.list(owner),
		await services.payments.overview(owner, invoice?.id ?? ""),
	]);
	for (const secret of [row?.token, row?.fingerprint, played?.token]) expect(pages).not.toContain(secret);
	const events = await env.DB.prepare("select body from payment_events union select payload from outbox").all();
	expect(JSON.stringify(events.results)).not.toContain(played?.token);
	expect(customer.id).toBe(row?.userId);
});

test("saving a card again updates its token and adds no second card", async () => {
	const { customer, owner, services } = await aCardHolder();
	const [before] = await keptRows();
	await payOnce(services, customer, visa);
	await payOnce(services, customer, mastercard);
	expect((await services.payments.cards.list(owner)).map(({ name }) => name)).toEqual([
		"Visa •••• 4242",
		"Mastercard •••• 4444",
	]);
	const after = (await keptRows()).find(({ id }) => id === before?.id);
	expect(after?.token).not.toBe(before?.token);
	const second = (await services.payments.cards.list(owner))[1]?.id ?? "";
	await services.payments.cards.prefer(owner, second);
	expect((await services.payments.cards.list(owner))[0]?.id).toBe(second);
});

test("one press pays an invoice with a saved card, and twenty at the same time charge it once", async () => {
	const { customer, owner, card, services } = await aCardHolder();
	const { invoiceId, quote } = await anOrder(services, { customer });
	const answers = await Promise.all(
		Array.from({ length: 20 }, () => charge(quietServices(), customer, invoiceId, card)),
	);
	expect(answers.some(({ ok }) => ok)).toBe(true);
	const { ledger, receipts } = await moneyRecordsOf(invoiceId, customer.id);
	expect(ledger.map(({ kind, amount }) => [kind, amount])).toEqual([["payment", wholeShillings(quote.total.amount)]]);
	expect(receipts, "of the first payment and this one").toHaveLength(2);
	const charges = await env.DB.prepare(
		"select count(*) as n from sandbox_payments where card_token is not null and state = 'approved'",
	).first<{ n: number }>();
	expect(charges?.n, "the first payment and this one").toBe(2);
	expect(await services.orders.invoice(invoiceId)).toMatchObject({ state: "paid" });
	const paid = await services.billing.invoice(owner, invoiceId);
	expect(paid?.payments).toMatchObject([{ cardName: "Visa •••• 4242" }]);
	expect(await charge(services, customer, invoiceId, card)).toMatchObject({ error: { code: "already_paid" } });
});

test("a card declined by its bank is reported, and the invoice can be paid in another way", async () => {
	const { customer, card, services } = await aCardHolder(refusing);
	const { invoiceId } = await anOrder(services, { customer });
	expect((await charge(services, customer, invoiceId, card)).ok).toBe(true);
	expect(await viewOf(services, customer, invoiceId)).toMatchObject({
		step: "choose",
		failure: "The bank declined Visa •••• 0341. Nothing was charged.",
		cards: [{ id: card }],
	});
	expect((await services.payments.start(customer, invoiceId, { method: "card" })).ok).toBe(true);
});

test("if the bank asks for approval, the customer is sent to it and only the approval pays", async () => {
	const { customer, card, services } = await aCardHolder(asking);
	for (const answer of ["decline", "approve"] as const) {
		const { invoiceId } = await anOrder(services, { customer });
		const started = await charge(services, customer, invoiceId, card);
		if (!started.ok) throw new Error(started.error.message);
		const { providerRef, redirectUrl } = await thePayment(started.value.paymentId);
		expect(started.value.redirectUrl).toBe(redirectUrl);
		expect(await viewOf(services, customer, invoiceId)).toMatchObject({
			step: "wait",
			waiting: { card: "Visa •••• 3184", href: redirectUrl },
		});
		await services.sandbox?.answer(providerRef ?? "", answer);
		expect(await viewOf(services, customer, invoiceId)).toMatchObject({
			step: answer === "approve" ? "paid" : "choose",
		});
	}
});

test("a bank that does not answer leaves the payment pending, and another press repeats the same charge", async () => {
	const { customer, card, services } = await aCardHolder();
	const { invoiceId } = await anOrder(services, { customer });
	const real = aSandbox().provider;
	const silent: PaymentProvider = { ...real, start: () => Promise.reject(new Error("no answer")) };
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	expect(await charge(quietServices({ paymentProviders: [silent] }), customer, invoiceId, card)).toMatchObject({
		error: { kind: "unavailable" },
	});
	warn.mockRestore();
	expect(await viewOf(services, customer, invoiceId)).toMatchObject({
		step: "wait",
		waiting: { card: "Visa •••• 4242", href: null },
	});
	const other = await services.payments.start(customer, invoiceId, { method: "card" });
	expect(other, "another card at the same time could pay twice").toMatchObject({ error: { code: "request_open" } });
	const later = quietServices({ clock: () => Date.now() + MINUTE });
	expect((await charge(later, customer, invoiceId, card)).ok).toBe(true);
	expect((await moneyRecordsOf(invoiceId, customer.id)).ledger).toHaveLength(1);
});

test("a saved card replaces an open card page, and money that still arrives through the page becomes credit", async () => {
	const { customer, owner, card, services } = await aCardHolder();
	const { invoiceId, quote } = await anOrder(services, { customer });
	const page = await services.payments.start(customer, invoiceId, { method: "card" });
	if (!page.ok) throw new Error(page.error.message);
	expect((await charge(services, customer, invoiceId, card)).ok).toBe(true);
	const { providerRef } = await thePayment(page.value.paymentId);
	await services.sandbox?.payByCard(providerRef ?? "", visa);
	const { ledger } = await moneyRecordsOf(invoiceId, customer.id);
	expect(ledger.map(({ kind }) => kind).toSorted()).toEqual(["credit", "payment"]);
	expect(await services.payments.credit.balances(owner)).toEqual([
		{ currency: "KES", amount: wholeShillings(quote.total.amount) },
	]);
});

test("another customer's, a removed and an expired card are not charged", async () => {
	const { customer, owner, confirmed, card, services } = await aCardHolder();
	const stranger = await aBuyer();
	const theirs = await anOrder(services, { customer: stranger });
	const gone = { ok: false, error: { code: "card_gone" } };
	expect(await charge(services, stranger, theirs.invoiceId, card)).toMatchObject(gone);
	const { invoiceId } = await anOrder(services, { customer });
	expect(await charge(services, customer, invoiceId, "crd_absent")).toMatchObject(gone);
	const afterwards = quietServices({ clock: () => Date.UTC(2035, 0, 1) });
	expect(await charge(afterwards, customer, invoiceId, card)).toMatchObject({ error: { code: "card_expired" } });
	expect(await afterwards.payments.cards.list(owner)).toMatchObject([{ expired: true }]);
	expect((await viewOf(afterwards, customer, invoiceId)).cards).toEqual([]);
	const notFound = { ok: false, error: { kind: "not_found" } };
	const strange = await aConfirmation(stranger.id);
	for (const change of ["prefer", "stopRenewals", "remove", "restore"] as const) {
		expect(await services.payments.cards[change](strange, card), change).toMatchObject(notFound);
	}
	const asked = services.payments.cards.payRenewals(strange, stranger.id, card);
	expect(await asked).toMatchObject(notFound);
	expect(await services.payments.cards.list({ userId: stranger.id })).toEqual([]);
	// Choosing a card for renewals does not affect other customers' cards.
	await services.payments.cards.payRenewals(confirmed, customer.id, card);
	const neighbour = await aCardHolder();
	await services.payments.cards.payRenewals(neighbour.confirmed, neighbour.customer.id, neighbour.card);
	expect(await services.payments.cards.list(owner)).toMatchObject([{ paysRenewals: true }]);
	await services.payments.cards.remove(owner, card);
	expect(await charge(services, customer, invoiceId, card)).toMatchObject(gone);
	expect((await moneyRecordsOf(invoiceId, customer.id)).ledger).toEqual([]);
});

test("a card pays renewals only if its customer agrees, one card at a time, until the consent is withdrawn", async () => {
	const { customer, owner, confirmed, card, services } = await aCardHolder();
	const { cards } = services.payments;
	const paying = async () =>
		(await cards.list(owner)).filter(({ paysRenewals }) => paysRenewals).map(({ name }) => name);
	await payOnce(services, customer, mastercard);
	expect(await paying()).toEqual([]);
	expect((await cards.payRenewals(confirmed, customer.id, card)).ok).toBe(true);
	expect(await paying()).toEqual(["Visa •••• 4242"]);

	const other = (await cards.list(owner)).find(({ id }) => id !== card)?.id ?? "";
	await Promise.all([
		cards.payRenewals(confirmed, customer.id, card),
		cards.payRenewals(confirmed, customer.id, other),
	]);
	expect(await paying()).toHaveLength(1);
	await cards.payRenewals(confirmed, customer.id, other);
	expect(await paying()).toEqual(["Mastercard •••• 4444"]);
	// Paying with the first card again and saving it does not change that.
	await payOnce(services, customer, visa);
	expect(await paying()).toEqual(["Mastercard •••• 4444"]);
	await payOnce(services, customer, visa, "renewals");
	expect(await paying()).toEqual(["Visa •••• 4242"]);

	expect((await cards.stopRenewals(confirmed, card)).ok).toBe(true);
	expect(await cards.stopRenewals(confirmed, card)).toMatchObject({ error: { kind: "not_found" } });
	expect(await paying()).toEqual([]);
	expect((await services.activity.list(owner)).items.map((row) => withMessage(row).message)).toEqual(
		expect.arrayContaining([
			"Turned on automatic renewal payments with the card Visa •••• 4242.",
			"Turned off automatic renewal payments with the card Visa •••• 4242.",
		]),
	);
	const later = quietServices({ clock: () => Date.UTC(2035, 0, 1) });
	expect((await later.payments.cards.payRenewals(confirmed, customer.id, card)).ok, "it has expired").toBe(false);
});

test("choosing the card for renewals needs the password again in this session", async () => {
	const { customer, owner, confirmed, card, services } = await aCardHolder();
	const { cards } = services.payments;
	const paying = async () => (await cards.list(owner)).some(({ paysRenewals }) => paysRenewals);
	const { token } = await aSession({ id: customer.id });
	const unconfirmed = { sessionHash: sha256Hex(token), confirmedFrom: Date.now() - 10 * MINUTE };
	expect((await cards.payRenewals(unconfirmed, customer.id, card)).ok).toBe(false);
	expect(await paying()).toBe(false);
	await cards.payRenewals(confirmed, customer.id, card);
	expect((await cards.stopRenewals(unconfirmed, card)).ok).toBe(false);
	expect(await paying()).toBe(true);
	// The form shows the question before anything changes.
	const asked = new Error("to the password");
	const who = { owner, userId: customer.id, confirmed: () => Promise.reject(asked) };
	for (const on of ["on", "off"] as const) {
		await expect(changeCard(cards, who, { intent: "renewals-card", card, on }, "/billing")).rejects.toBe(asked);
	}
});

test("a removed card pays no renewals, and pays them again once restored, unless another was chosen or it was saved again", async () => {
	const { customer, owner, confirmed, card, services } = await aCardHolder();
	const { cards } = services.payments;
	const paying = async () => (await cards.list(owner)).some(({ paysRenewals }) => paysRenewals);
	await cards.payRenewals(confirmed, customer.id, card);
	await cards.remove(owner, card);
	expect((await cards.payRenewals(confirmed, customer.id, card)).ok).toBe(false);
	await cards.restore(owner, card);
	expect(await paying()).toBe(true);
	await cards.remove(owner, card);
	await payOnce(services, customer, visa);
	expect(await paying()).toBe(false);
});

test("a removed card can be restored for ten minutes, then it is deleted here and at its provider", async () => {
	const { owner, card, services } = await aCardHolder();
	await services.payments.cards.remove(owner, card);
	expect(await services.payments.cards.list(owner)).toEqual([]);
	await services.payments.cards.sweep();
	expect((await services.payments.cards.restore(owner, card)).ok).toBe(true);
	expect(await services.payments.cards.list(owner)).toHaveLength(1);

	await services.payments.cards.remove(owner, card);
	const later = quietServices({ clock: () => Date.now() + 11 * MINUTE });
	expect((await later.payments.cards.restore(owner, card)).ok).toBe(false);
	await Promise.all([later.payments.cards.sweep(), later.payments.cards.sweep()]);
	expect(await keptRows()).toEqual([]);
	expect((await sandboxRows()).map(({ revokedAt }) => revokedAt !== null)).toEqual([true]);
	expect((await services.activity.list(owner)).items.map((row) => withMessage(row).message)).toContain(
		"Removed the card Visa •••• 4242.",
	);
});

test("a provider that can't be reached is asked to delete the card by the next run", async () => {
	const { owner, card, services } = await aCardHolder();
	await services.payments.cards.remove(owner, card);
	const clock = () => Date.now() + 11 * MINUTE;
	const real = aSandbox(clock).provider;
	const deaf: PaymentProvider = { ...real, forgetCard: () => Promise.reject(new Error("no answer")) };
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	await quietServices({ clock, paymentProviders: [deaf] }).payments.cards.sweep();
	warn.mockRestore();
	expect(await keptRows()).toHaveLength(1);
	await quietServices({ clock }).payments.cards.sweep();
	expect(await keptRows()).toEqual([]);
});

test("60 cards that their provider does not delete do not keep back another one", async () => {
	const { owner, card, services } = await aCardHolder();
	await services.payments.cards.remove(owner, card);
	await env.DB.prepare(
		`insert into payment_cards (id, user_id, provider, token, fingerprint, brand, last4, exp_month, exp_year, created_at, removed_at)
		select 'crd_deaf' || n.value, user_id, 'deaf' || n.value, token, fingerprint, brand, last4, exp_month, exp_year, 0, 1
		from payment_cards, json_each(?) n`,
	)
		.bind(JSON.stringify(Array.from({ length: 60 }, (_, index) => index)))
		.run();
	const clock = () => Date.now() + 11 * MINUTE;
	const real = aSandbox(clock).provider;
	const deaf = Array.from({ length: 60 }, (_, index) => ({
		...real,
		id: `deaf${index}`,
		forgetCard: () => Promise.reject(new Error("no answer")),
	}));
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const { cards } = quietServices({ clock, paymentProviders: [real, ...deaf] }).payments;
	for (let run = 0; run < 12; run += 1) await cards.sweep();
	warn.mockRestore();
	expect((await keptRows()).map(({ id }) => id)).not.toContain(card);
	expect(await keptRows()).toHaveLength(60);
});

test("closing an account removes its cards here and at their provider", async () => {
	const { customer } = await aCardHolder();
	await env.DB.prepare("update users set status = 'closing', closes_at = 1 where id = ?").bind(customer.id).run();
	await runDue(quietServices(), ({ closing }) => closing.queueDue());
	await quietServices({ clock: () => Date.now() + DAY }).payments.cards.sweep();
	expect(await keptRows()).toEqual([]);
	expect((await sandboxRows()).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
});
