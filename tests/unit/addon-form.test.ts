import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { AddonList } from "~/features/addons/components/addon-list";
import type { CartItem } from "~/features/cart/cart-item";
import type { CartPreview } from "~/features/cart/cart-preview";
import { CartRow } from "~/features/cart/components/cart-row";
import { kes } from "~/lib/money";

const item: CartItem = {
	id: "addon-ssl:annual",
	productId: "addon-ssl",
	category: "addon",
	term: "annual",
	quantity: 1,
};
const line = { key: item.id, productId: "addon-ssl", kind: "addon" as const, name: "Premium SSL" };
const priced = { ...line, term: "annual" as const, quantity: 1, unit: kes(1500), amount: kes(1500) };
const message = "Choose the domain or plan for Premium SSL.";

function row(
	targets: CartPreview["targets"][string],
	chosen: Partial<CartItem> = {},
	signedIn = false,
	code = "addon_target",
): string {
	const problems = [{ key: item.id, code, message, blocks: true }];
	const preview = { quote: { lines: [priced], problems }, targets: { [item.id]: targets }, signedIn, checked: null };
	return renderToStaticMarkup(
		createElement(CartRow, {
			page: "/cart",
			item: { ...item, ...chosen },
			name: "Premium SSL",
			preview: preview as unknown as CartPreview,
			answer: undefined,
		}),
	);
}

test("an add-on's row asks what it is for, with the choices of the cart and the account", () => {
	const html = row(
		[
			{ value: "domain neema.co.ke", label: "neema.co.ke", place: "cart" },
			{ value: "plan hst_1", label: "Business Hosting", place: "account" },
		],
		{ domain: "neema.co.ke" },
	);
	expect(html).toContain(message);
	expect(html).toMatch(
		/<label for="(to:addon-ssl:annual)"[^>]*>Domain or plan for Premium SSL<\/label>.*<select id="\1"/,
	);
	expect(html).toContain('<input type="hidden" name="intent" value="belongs"/>');
	expect(html).toMatch(
		/<optgroup label="In your cart"><option value="domain neema.co.ke" selected="">neema.co.ke<\/option><\/optgroup><optgroup label="In your account"><option value="plan hst_1">Business Hosting<\/option>/,
	);
	expect(html).toContain("1 year");
	expect(html).not.toContain("Quantity of");
});

test("an add-on that can only be for a plan asks for the plan, and the only one is chosen", () => {
	const html = row([{ value: "plan hst_1", label: "Business Hosting", place: "account" }]);
	expect(html).toContain(">Plan for Premium SSL</label>");
	expect(html).toContain('<option value="plan hst_1" selected="">Business Hosting</option>');
	expect(html).not.toContain("Choose…");
	expect(html).toMatch(/<button[^>]*type="submit"[^>]*>.*Choose/);
});

test("an add-on without any choice says how to get one", () => {
	expect(row([])).toMatch(/<a href="\/hosting"[^>]*>See the hosting plans<\/a>, or <a href="\/login\?next=\/cart"/);
	expect(row([])).not.toContain("<select");
	const own = row([], {}, true);
	expect(own, "for a customer who is signed in").toMatch(/<a href="\/hosting"[^>]*>See the hosting plans<\/a>\./);
	expect(own).not.toMatch(/sign in|\/login/);
	const free = row([], {}, false, "addon_unneeded");
	expect(free, "for an add-on that the domain has for free").not.toMatch(/\/hosting|\/login/);
	expect(free).toContain("Remove");
});

test("an add-on's entry in the portal shows its price and end, and can be cancelled or kept", () => {
	const render = (more: object) => {
		const addon = {
			id: "add_1",
			name: "Premium SSL",
			price: "Ksh 1,500 a year",
			paidUntil: "3 May 2027",
			cancelled: false,
		};
		const list = createElement(AddonList, { addons: [{ ...addon, ...more }], parent: "neema.co.ke" });
		const router = createMemoryRouter([{ path: "/", element: list }]);
		return renderToStaticMarkup(createElement(RouterProvider, { router }));
	};
	expect(render({})).toContain("Ksh 1,500 a year. Paid until 3 May 2027, renews with neema.co.ke.");
	expect(render({})).toMatch(/value="cancel-addon".*Cancel<span class="sr-only"> Premium SSL<\/span>/);
	expect(render({ cancelled: true })).toMatch(/Ends on 3 May 2027\..*value="keep-addon"/);
	expect(render({ paidUntil: null })).toContain("Being activated");
	expect(render({ paidUntil: null })).not.toContain("<form");
});
