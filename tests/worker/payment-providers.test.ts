import { beforeEach, expect, test, vi } from "vitest";
import { paymentProviders } from "~/features/payments/payment-providers";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { aCardHolder, visa } from "../support/cards";
import {
	anOrder,
	aPendingPayment,
	aPhone,
	aWebhook,
	forgeProviderRecord,
	quietServices,
	thePayment,
} from "../support/orders";
import { aSandbox } from "../support/sandbox-payments";

beforeEach(() => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	return () => vi.restoreAllMocks();
});

const { provider: older } = aSandbox();
const newer = { ...older, id: "newer" };

const before = () => quietServices({ paymentProviders: [older] });
const after = () => quietServices({ paymentProviders: [newer, older] });

/** A payment that its provider approved but did not report. */
async function anApprovedPayment(services: ReturnType<typeof quietServices>) {
	const pending = await aPendingPayment(services);
	await forgeProviderRecord(pending.ref, { state: "approved", receipt: `R${pending.ref}` });
	return pending;
}

test("new payments go to the first provider, whose messages settle them", async () => {
	const services = after();
	const pending = await anApprovedPayment(services);
	expect(await thePayment(pending.paymentId)).toMatchObject({ provider: "newer", state: "pending" });
	const { raw, headers } = await aWebhook(services, pending.ref);
	expect(await services.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers)).toBe("under_review");
	expect(await services.payments.handleWebhook("newer", pending.callbackToken, raw, headers)).toBe("accepted");
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: "succeeded" });
});

test("a provider with one address for all messages names the payment in its signed message", async () => {
	const services = before();
	const { paymentId, ref } = await anApprovedPayment(services);
	const { raw, headers } = await aWebhook(services, ref);
	const { handleWebhook } = services.payments;
	expect(await handleWebhook("sandbox", null, raw, new Headers())).toBe("unauthentic");
	expect(await handleWebhook("sandbox", null, raw, headers)).toBe("accepted");
	expect(await thePayment(paymentId)).toMatchObject({ state: "succeeded" });
	const other = await aWebhook(services, ref, { ref: `sbx-${crypto.randomUUID()}`, event: crypto.randomUUID() });
	expect(await handleWebhook("sandbox", null, other.raw, other.headers)).toBe("under_review");
});

test("a message without a signature never names its payment", async () => {
	const services = quietServices({ paymentProviders: [{ ...older, webhookProof: "address" }] });
	const { paymentId, ref } = await anApprovedPayment(services);
	const { raw, headers } = await aWebhook(services, ref);
	expect(await services.payments.handleWebhook("sandbox", null, raw, headers)).toBe("unauthentic");
	expect(await thePayment(paymentId)).toMatchObject({ state: "pending" });
});

test("a message that needs no action is accepted, and one that can't be checked now is sent again", async () => {
	const parse = vi.fn<typeof older.parseWebhook>();
	const services = quietServices({ paymentProviders: [{ ...older, parseWebhook: parse }] });
	const deliver = () => services.payments.handleWebhook("sandbox", null, new Uint8Array(), new Headers());
	parse.mockResolvedValueOnce({ kind: "ignored" });
	expect(await deliver()).toBe("accepted");
	parse.mockRejectedValueOnce(new TypeError("Network connection lost."));
	expect(await deliver()).toBe("retry");
});

test("each method goes to the first provider that takes it, and only such methods are offered", async () => {
	const phones = { ...older, id: "phones", takes: { mpesa: ["KES"] } } as const;
	const both = quietServices({ paymentProviders: [phones, older] });
	const byCard = await anOrder(both);
	const card = await both.payments.start(byCard.user, byCard.invoiceId, { method: "card" });
	if (!card.ok) throw new Error(card.error.message);
	expect(await thePayment(card.value.paymentId)).toMatchObject({ provider: "sandbox", method: "card" });
	const byPhone = await aPendingPayment(both);
	expect(await thePayment(byPhone.paymentId)).toMatchObject({ provider: "phones", method: "mpesa" });

	const phonesOnly = quietServices({ paymentProviders: [phones] });
	const order = await anOrder(phonesOnly);
	const overview = await phonesOnly.payments.overview({ userId: order.user.id }, order.invoiceId);
	expect(overview?.accepted).toEqual(["mpesa"]);
	expect(await phonesOnly.payments.start(order.user, order.invoiceId, { method: "card" })).toMatchObject({
		error: { kind: "invalid", message: "This invoice can be paid by M-Pesa only." },
	});
	const inDollars = await anOrder(phonesOnly, { currency: "USD" });
	expect(await phonesOnly.payments.start(inDollars.user, inDollars.invoiceId, { method: "card" })).toMatchObject({
		error: { kind: "invalid", message: expect.stringContaining("can't be paid online") },
	});
});

test("messages from an older provider still settle its payments", async () => {
	const pending = await anApprovedPayment(before());
	const services = after();
	const { raw, headers } = await aWebhook(services, pending.ref);
	expect(await services.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers)).toBe("accepted");
	expect(await thePayment(pending.paymentId)).toMatchObject({ provider: "sandbox", state: "succeeded" });
});

test("an older provider is still asked about its payments", async () => {
	const pending = await anApprovedPayment(before());
	const later = quietServices({ paymentProviders: [newer, older], clock: () => Date.now() + 11_000 });
	await later.payments.check(pending.paymentId);
	expect(await thePayment(pending.paymentId)).toMatchObject({ provider: "sandbox", state: "succeeded" });
});

test("a request that an older provider did not answer is sent to the same provider again", async () => {
	const deaf = { ...older, start: () => Promise.reject(new Error("connection reset")) };
	const services = quietServices({ paymentProviders: [deaf] });
	const { user, invoiceId } = await anOrder(services);
	const input = { method: "mpesa", phone: aPhone() } as const;
	expect(await services.payments.start(user, invoiceId, input)).toMatchObject({ error: { kind: "unavailable" } });
	const uninvolved = { ...newer, start: () => Promise.reject(new Error("This is not its payment")) };
	const later = quietServices({ paymentProviders: [uninvolved, older], clock: () => Date.now() + 20_000 });
	const again = await later.payments.start(user, invoiceId, input);
	if (!again.ok) throw new Error(again.error.message);
	expect(await thePayment(again.value.paymentId)).toMatchObject({
		provider: "sandbox",
		providerRef: expect.stringMatching(/^sbx-/),
	});
});

test.each([
	["signed", { webhookProof: "signature" }, "events", "accepted"],
	[
		"sent to the provider's secret address",
		{ webhookProof: "address", webhookTokens: ["secret"] },
		"secret",
		"accepted",
	],
	["sent to another address", { webhookProof: "address", webhookTokens: ["secret"] }, "guessed", "unauthentic"],
	["sent to any address", { webhookProof: "address" }, "undefined", "unauthentic"],
] as const)("a message that names its payment and is %s", async (_, proof, token, answer) => {
	let attemptId = "";
	const parseWebhook: PaymentProvider["parseWebhook"] = async (...message) => {
		const webhook = await older.parseWebhook(...message);
		return webhook.kind === "event" ? { ...webhook, attemptId } : webhook;
	};
	const services = quietServices({ paymentProviders: [{ ...older, ...proof, parseWebhook }, newer] });
	const pending = await anApprovedPayment(services);
	attemptId = pending.paymentId;
	const { raw, headers } = await aWebhook(services, pending.ref);
	expect(await services.payments.handleWebhook("sandbox", token, raw, headers)).toBe(answer);
	const settles = proof.webhookProof === "signature";
	expect(await thePayment(pending.paymentId)).toMatchObject({ state: settles ? "succeeded" : "pending" });

	const ofAnother = await anApprovedPayment(quietServices({ paymentProviders: [newer] }));
	attemptId = ofAnother.paymentId;
	expect(await services.payments.handleWebhook("sandbox", token, raw, headers), "another provider's").toBe(
		settles ? "under_review" : "unauthentic",
	);
	expect(await thePayment(ofAnother.paymentId)).toMatchObject({ state: "pending" });
});

test("a saved card is charged only by the provider that stored it", async () => {
	const { customer, card } = await aCardHolder(visa, before());
	const services = after();
	const { invoiceId } = await anOrder(services, { customer });
	const saved = { method: "saved", card } as const;
	const alone = quietServices({ paymentProviders: [newer] });
	expect(await alone.payments.start(customer, invoiceId, saved)).toMatchObject({ error: { code: "card_gone" } });
	const started = await services.payments.start(customer, invoiceId, saved);
	if (!started.ok) throw new Error(started.error.message);
	expect(await thePayment(started.value.paymentId)).toMatchObject({ provider: "sandbox", state: "succeeded" });
});

test("messages from a removed provider are ignored, and two providers can't share an id", async () => {
	const pending = await anApprovedPayment(before());
	const alone = quietServices({ paymentProviders: [newer] });
	const { raw, headers } = await aWebhook(alone, pending.ref);
	expect(await alone.payments.handleWebhook("sandbox", pending.callbackToken, raw, headers)).toBe("unknown_provider");
	expect(() => paymentProviders([newer, { ...newer }])).toThrow(TypeError);
});
