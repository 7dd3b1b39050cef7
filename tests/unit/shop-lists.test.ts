import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PaymentMarks } from "~/components/layout/payment-marks";
import { LineNote } from "~/features/cart/components/line-note";
import { priceLine } from "~/features/cart/lines";
import { accountPlans } from "~/features/catalog/account-plans";
import { deliversFree } from "~/features/catalog/catalog";
import { chosenPlan } from "~/features/catalog/chosen-plan";
import { ExtensionTable } from "~/features/catalog/components/extension-table";
import { HardwareShop } from "~/features/catalog/components/hardware-shop";
import { PriceHighlights } from "~/features/catalog/components/price-highlights";
import { soldExtensions } from "~/features/catalog/domain-prices";
import { toCatalog } from "~/features/catalog/indexed";
import { withCatalog } from "~/features/catalog/scope.server";
import { portalOffers } from "~/features/catalog/version-one/portal-offers";
import { firstContent } from "~/features/catalog/version-one/version-one";
import { listPlanOffers } from "~/features/hosting/offers";
import { nextSteps } from "~/features/orders/next-steps";
import type { PaymentMethod } from "~/features/payments/payment-method";
import { kes, usd } from "~/lib/money";
import { methodsOf } from "~/platform/payment/accepted-methods";

test("the price table has each of the 25 extensions once", () => {
	const html = renderToStaticMarkup(createElement(ExtensionTable));
	const rows = Array.from(html.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g), ([, cell]) =>
		cell?.replace(/<[^>]+>/g, ""),
	);
	expect(rows).toHaveLength(25);
	expect(rows).toEqual(soldExtensions().map((tld) => expect.stringContaining(`.${tld}`)));
});

test("a device without a rating shows none, and its category and price like the others", () => {
	const [{ rating: _, ...device } = absent()] = firstContent.hardware;
	const html = withCatalog(toCatalog(2, { ...firstContent, hardware: [device] }), () =>
		renderToStaticMarkup(createElement(HardwareShop)),
	);
	expect(html).toContain("Ksh 69,900");
	expect(html).toContain(`data-category="${device.category}"`);
	expect(html).not.toContain("of 5");
	expect(renderToStaticMarkup(createElement(HardwareShop))).toContain("4.9 of 5");
});

test("nothing promises free delivery for a device whose delivery is charged", () => {
	const [first = absent(), ...others] = firstContent.hardware;
	const charged = toCatalog(2, { ...firstContent, hardware: [{ ...first, freeDelivery: false }, ...others] });
	const pages = () => renderToStaticMarkup(createElement(PriceHighlights));
	expect(pages()).toContain("Delivered free next day");
	expect(withCatalog(charged, pages)).toContain("Delivered next day");
	expect(withCatalog(charged, deliversFree)).toBe(false);
	const note = () => {
		const priced = priceLine({ key: "d", productId: first.id, term: "once", quantity: 1 }, "KES");
		if (!priced.ok) throw new Error(priced.error.message);
		const item = { id: "d", productId: first.id, category: "hardware", term: "once", quantity: 1 } as const;
		return renderToStaticMarkup(
			createElement(LineNote, { item, line: priced.value, problem: undefined, checking: false }),
		);
	};
	expect(note()).toContain("Free next-day delivery in Kenya");
	expect(withCatalog(charged, note)).toContain(">Next-day delivery in Kenya");
});

function absent(): never {
	throw new Error("The catalogue has no device");
}

test("only the marks of connected payment methods are shown", () => {
	const marks = (methods: readonly PaymentMethod[]) =>
		renderToStaticMarkup(createElement(PaymentMarks, { methods })).match(/[A-Z][A-Za-z-]+(?=<)/g);
	expect(marks(methodsOf(["sandbox"]))).toEqual(["M-PESA", "VISA", "Mastercard"]);
	expect(marks(["card"])).toEqual(["VISA", "Mastercard"]);
	expect(marks(methodsOf(["mpesa", "paypal"]))).toEqual(["M-PESA", "PayPal"]);
});

test("the portal offers a shilling account the public site's plans, and a dollar account the portal's", () => {
	const shown = (currency: "KES" | "USD") =>
		listPlanOffers(accountPlans(currency), currency).map(({ name, price }) => `${name} ${price}`);
	expect(shown("KES")).toEqual([
		"Starter Hosting Ksh 2,800",
		"Business Hosting Ksh 4,200",
		"Professional Hosting Ksh 6,000",
		"Email Basic Ksh 389",
		"Email Pro Ksh 909",
		"Starter VPS Ksh 1,800",
	]);
	expect(accountPlans("USD")).toEqual(portalOffers);
	expect(shown("USD")).toContain("Starter $5.99");
});

test("the set-up page shows a plan's price in the account's currency", () => {
	expect(chosenPlan("shared-pro", "annual").price).toEqual(kes(72_000));
	expect(chosenPlan("shared-pro", "annual", "USD").price).toEqual(usd(55_385));
	expect(chosenPlan("web-starter", "monthly", "USD").price).toEqual(usd(599));
});

test("an order's next steps name prices of the account's list", () => {
	const about = (currency: "KES" | "USD") => nextSteps("neema.com", [], currency).map((step) => step.about);
	expect(about("KES")).toEqual(["hello@neema.com, from Ksh 389 a month", "From Ksh 2,875 a year"]);
	expect(about("USD")).toEqual(["hello@neema.com, from $2.99 a month", "From $5.99 a month"]);
});
