import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Quote } from "~/features/cart/quote";
import { totals } from "~/features/cart/totals";
import { versionOne } from "~/features/catalog/version-one/version-one";
import { CheckoutReview } from "~/features/orders/components/checkout-review";
import { kes, multiply } from "~/lib/money";

type Line = Quote["lines"][number];

/** The text of the line in the summary: its title and what it covers. */
function textOf(line: Partial<Line> & Pick<Line, "kind" | "name">): string {
	const { quantity = 1 } = line;
	const unit = kes(400);
	const priced = { key: "k", productId: "p", ...line, quantity, unit, amount: multiply(unit, quantity) };
	const quote = { lines: [priced], promo: null, ...totals([priced], versionOne.rules) } as unknown as Quote;
	const html = renderToStaticMarkup(createElement(CheckoutReview, { quote, checking: false }));
	const [item = ""] = /<li.*<\/li>/.exec(html) ?? [];
	return item
		.replace(/<svg.*?<\/svg>/g, "")
		.replace(/<\/p>/g, " | ")
		.replace(/<[^>]+>/g, "");
}

test("a plan's line names its term and its domain in one phrase", () => {
	const plan = { kind: "plan" as const, name: "Business Hosting", term: "monthly" as const };
	expect(textOf({ ...plan, note: "For duka.co.ke" })).toBe("Business Hosting | 1 month · for duka.co.ke | Ksh 400 | ");
	expect(textOf({ ...plan, quantity: 2 })).toBe("Business Hosting × 2 | 1 month | Ksh 800 | ");
});

test("an add-on's line names all its months, and a renewal's too", () => {
	const addon = { kind: "addon" as const, name: "Automated backups", term: "monthly" as const, quantity: 12 };
	expect(textOf({ ...addon, note: "For Business Hosting (duka.co.ke)" })).toBe(
		"Automated backups | 12 months · for Business Hosting (duka.co.ke) | Ksh 4,800 | ",
	);
	const renewal = { kind: "hosting_renewal" as const, name: "Business Hosting", term: "annual" as const, quantity: 2 };
	expect(textOf({ ...renewal, note: "Until 3 May 2028" })).toBe(
		"Renewal of Business Hosting | 2 years · until 3 May 2028 | Ksh 800 | ",
	);
});

test("a domain's line keeps its years and renewal price, and goods have neither", () => {
	const domain = { kind: "registration" as const, name: "duka.co.ke", years: 1, renewal: kes(700) };
	expect(textOf(domain)).toBe("duka.co.ke | 1 year · renews at Ksh 700 a year | Ksh 400 | ");
	expect(textOf({ kind: "hardware", name: "Cash drawer", term: "once", quantity: 2 })).toBe(
		"Cash drawer × 2 |  | Ksh 800 | ",
	);
});
