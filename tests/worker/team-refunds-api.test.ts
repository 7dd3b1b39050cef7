import { expect, test } from "vitest";
import { randomToken } from "~/lib/ids";
import { aCustomer } from "../support/factories";
import { aPlan, thePlan } from "../support/hosting";
import { quietServices } from "../support/orders";
import { aPaidInvoice, creditNotesOf, refund, refundsOf } from "../support/refunds";
import { call } from "../support/team-api";

const wish = { by: "Neema", to: "credit", reason: "Ordered by mistake" };

const post = (path: string, body: unknown, key: string | null = randomToken()) =>
	call(path, { method: "POST", body, headers: key === null ? {} : { "Idempotency-Key": key } });

test("the API shows an invoice, refunds it once for a key, and lists what is not finished", async () => {
	const { number, invoiceId, left } = await aPaidInvoice(quietServices());
	expect(await call(`/invoices/${number}`)).toMatchObject({
		status: 200,
		json: {
			number,
			state: "paid",
			refundable: left,
			lines: [{}, {}],
			services: [{ canEnd: false }, { canEnd: false }],
		},
	});
	const key = randomToken();
	const first = await post(`/invoices/${number}/refunds`, { ...wish, to: "by_hand", amount: "150" }, key);
	expect(first).toMatchObject({
		status: 201,
		json: { invoice: number, total: 150_00, refunds: [{ state: "pending" }] },
	});
	expect((await post(`/invoices/${number}/refunds`, { ...wish, to: "by_hand", amount: "150" }, key)).json).toEqual(
		first.json,
	);
	expect(await creditNotesOf(invoiceId)).toHaveLength(1);

	const [sent] = await refundsOf(invoiceId);
	const listed = (await call("/refunds")).json.refunds as { id: string; needsStaff: boolean }[];
	expect(listed).toContainEqual(expect.objectContaining({ id: sent?.id, needsStaff: true, invoice: number }));
	const complete = { by: "Neema", action: "complete", reference: "RB12345678" };
	expect(await post(`/refunds/${sent?.id}`, complete)).toMatchObject({ status: 200, json: { state: "succeeded" } });
	expect(await post(`/refunds/${sent?.id}`, complete), "again").toMatchObject({ status: 200 });
	expect(await refundsOf(invoiceId)).toMatchObject([{ state: "succeeded", reference: "RB12345678" }]);
	expect(((await call("/refunds")).json.refunds as { id: string }[]).map(({ id }) => id)).not.toContain(sent?.id);
});

test("bad refunds are refused with the field that is wrong, and nothing is written", async () => {
	const { number, invoiceId } = await aPaidInvoice(quietServices());
	const path = `/invoices/${number}/refunds`;
	expect(await post(path, wish, null)).toMatchObject({
		status: 400,
		json: { fields: { "Idempotency-Key": expect.any(String) } },
	});
	expect(await post(path, wish, "short")).toMatchObject({
		status: 400,
		json: { fields: { "Idempotency-Key": expect.any(String) } },
	});
	for (const [field, value] of [
		["by", ""],
		["to", "cash"],
		["reason", ""],
		["amount", 150],
		["amount", "-5"],
		["lines", []],
		["services", "delete"],
		["amount", "99999999"],
	] as const)
		expect(await post(path, { ...wish, [field]: value }), `${field} ${value}`).toMatchObject({
			status: 400,
			json: { fields: { [field]: expect.any(String) } },
		});
	expect(await post(path, { ...wish, colour: "red" })).toMatchObject({ status: 400 });
	expect(await post(path, { ...wish, services: "end" })).toMatchObject({
		status: 400,
		json: { fields: { services: expect.any(String) } },
	});
	expect(await creditNotesOf(invoiceId)).toEqual([]);
	expect(await post("/invoices/KK2099999999/refunds", wish)).toMatchObject({ status: 404 });
	expect(await call("/invoices/KK2099999999")).toMatchObject({ status: 404 });
	expect(await post("/refunds/rfd_unknown", { by: "Neema", action: "retry" })).toMatchObject({ status: 404 });
	expect(await post("/refunds/rfd_unknown", { by: "Neema", action: "pay" })).toMatchObject({ status: 400 });
	expect(await post("/refunds/rfd_unknown", { by: "Neema", action: "complete" })).toMatchObject({
		status: 400,
		json: { fields: { reference: expect.any(String) } },
	});
});

test("what a provider still works on can't be decided over the API", async () => {
	const { number, invoiceId } = await aPaidInvoice(quietServices());
	// The API's own queue would ask the provider at once.
	await refund(quietServices(), number);
	const [sent] = await refundsOf(invoiceId);
	const { status, json } = await post(`/refunds/${sent?.id}`, { by: "Neema", action: "credit" });
	expect([status, json.error]).toEqual([409, "The provider is still working on this refund. Its result appears here."]);
});

test("the API ends a plan with a reason, once", async () => {
	const { id: planId } = await aPlan((await aCustomer()).id);
	const path = `/plans/${planId}/end`;
	expect(await post(path, { by: "Neema" })).toMatchObject({
		status: 400,
		json: { fields: { reason: expect.any(String) } },
	});
	expect(await thePlan(planId)).toMatchObject({ status: "active" });
	expect(await post(path, { by: "Neema", reason: "It sent spam." })).toMatchObject({
		status: 200,
		json: { keptUntil: expect.any(Number) },
	});
	expect(await thePlan(planId)).toMatchObject({ status: "suspended", endedReason: "It sent spam." });
	expect(await post(path, { by: "Neema", reason: "Again." })).toMatchObject({ status: 409 });
	expect(await post("/plans/hst_unknown/end", { by: "Neema", reason: "x" })).toMatchObject({ status: 404 });
});
