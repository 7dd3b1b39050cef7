import fc from "fast-check";
import { expect, test } from "vitest";
import { converted, fiscalLines } from "~/features/fiscal/fiscal-lines";
import { saleOf } from "~/platform/fiscal/etims/sale";
import { type FiscalDocument, totalsOf } from "~/platform/fiscal/fiscal-signer";

const line = fc.record({
	description: fc.string(),
	quantity: fc.integer({ min: 1, max: 99 }),
	amount: fc.integer({ min: 1, max: 50_000_000 }),
});

test("the lines add up to the invoice, whatever the discount and the rounding of the tax", () => {
	fc.assert(
		fc.property(
			fc.array(line, { minLength: 1, maxLength: 50 }),
			fc.double({ min: 0, max: 1, noNaN: true }),
			fc.nat({ max: 3_000_000 }),
			(lines, discounted, shipping) => {
				const net = Math.round(lines.reduce((sum, { amount }) => sum + amount, 0) * discounted);
				const tax = Math.round(net * 0.16);
				const signed = fiscalLines({ lines, net, tax, taxBasisPoints: 1_600, shipping });
				expect(totalsOf({ lines: signed })).toEqual({ net: net + shipping, tax, total: net + tax + shipping });
				for (const one of signed) {
					expect(one.net).toBeGreaterThanOrEqual(0);
					expect(one.gross).toBeGreaterThanOrEqual(one.net);
					expect(one.tax).toBeGreaterThanOrEqual(0);
				}
			},
		),
	);
});

test("a free first year is a discount of the other lines, because KRA takes no negative ones", () => {
	const lines = [
		{ description: "Web hosting", quantity: 1, amount: 500_000 },
		{ description: "neema.co.ke", quantity: 1, amount: 120_000 },
		{ description: "Free first year", quantity: 1, amount: -120_000 },
	];
	const signed = fiscalLines({ lines, net: 500_000, tax: 80_000, taxBasisPoints: 1_600, shipping: 0 });
	expect(signed.map(({ gross, net }) => [gross, net])).toEqual([
		[500_000, 403_225],
		[120_000, 96_775],
	]);
});

test("the sums that KRA gets are those of the lines, by tax type, also after a conversion", () => {
	const lines = [
		{ description: "Plan", quantity: 3, amount: 2_997 },
		{ description: "Domain", quantity: 1, amount: 1_299 },
	];
	const dollars = fiscalLines({ lines, net: 4_296, tax: 687, taxBasisPoints: 1_600, shipping: 599 });
	const document: FiscalDocument = {
		...{ kind: "invoice", number: 7, reference: "KK2026000001", original: null, paidBy: "card", at: 0 },
		buyer: { name: "Amina Otieno", taxPin: "P051234567X" },
		lines: converted(dollars, 129.37),
	};
	const sale = saleOf(document, "8111210500");
	const cents = (value: number) => Math.round(value * 100);
	const { net, tax, total } = totalsOf(document);
	expect([sale.totTaxblAmt, sale.totTaxAmt, sale.totAmt].map(cents)).toEqual([net, tax, total]);
	const sum = (name: "taxblAmt" | "taxAmt" | "totAmt") => sale.itemList.reduce((all, one) => all + cents(one[name]), 0);
	expect([sum("taxblAmt"), sum("taxAmt"), sum("totAmt")]).toEqual([net, tax, total]);
	expect(sale).toMatchObject({ taxAmtB: tax / 100, taxblAmtD: 774.93, cfmDt: "19700101030000" });
	expect(sale.itemList.map(({ taxTyCd, itemCd }) => [taxTyCd, itemCd])).toEqual([
		["B", "KE3NTU0000002"],
		["B", "KE3NTU0000002"],
		["D", "KE3NTU0000004"],
	]);
});
