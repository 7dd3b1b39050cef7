import { expect, test } from "vitest";
import { formatMoney, kes, money, share, usd } from "~/lib/money";

test("an amount is a whole number of minor units", () => {
	expect(() => money(5.99, "KES")).toThrow(RangeError);
	expect(kes(1750).amount).toBe(175_000);
});

test("a share is rounded half up to the minor unit", () => {
	expect(share(money(599, "KES"), 800).amount).toBe(48);
	expect(share(money(625, "KES"), 800).amount).toBe(50);
	expect(share(money(619, "KES"), 800).amount).toBe(50);
});

test("shillings are shown without empty cents, dollars always with cents", () => {
	expect(formatMoney(kes(69_900))).toBe("Ksh 69,900");
	expect(formatMoney(money(599, "KES"))).toBe("Ksh 5.99");
	expect(formatMoney(usd(1299))).toBe("$12.99");
	expect(formatMoney(money(175_050, "KES"), "de")).toBe("Ksh 1.750,50");
	expect(formatMoney(kes(1_750), "es")).toBe("Ksh 1.750");
	for (const language of ["en-GB", "en-KE", "sw"]) expect(formatMoney(kes(69_900), language)).toBe("Ksh 69,900");
});
