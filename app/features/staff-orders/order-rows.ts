import { productTitle, soldAddons, soldHardware, soldPlans, termName, unitPrice } from "~/features/catalog/catalog";
import { currentCatalog } from "~/features/catalog/current";
import type { Addon, Hardware, Plan, Term } from "~/features/catalog/product";
import { type Currency, formatMoney } from "~/lib/money";
import type { OrderPermission } from "./staff-orders.server";

export type OrderIntent = "check" | "check-own" | "order" | "invoice" | "quote";

/** What each form needs. People who bill may write lines of their own only. */
export const orderPermissions = {
	check: "orders.change",
	"check-own": "billing.record",
	order: "orders.change",
	invoice: "billing.record",
	quote: "orders.change",
} as const satisfies Readonly<Record<OrderIntent, OrderPermission>>;

/** A row of the form for an order, as it was typed. */
export interface OrderRow {
	/** What the row is: `custom`, the id of a domain product, or the id and the term of another product: `vps-1:monthly`. */
	readonly what: string;
	/** The domain, or the text of a custom line. */
	readonly about: string;
	/** Years or pieces. */
	readonly count: string;
	/** For a custom line: the price of one without tax. */
	readonly price: string;
	/** For a transfer: the authorization code. */
	readonly code: string;
}

export const emptyRow: OrderRow = { what: "", about: "", count: "1", price: "", code: "" };

/** Rows of one form. */
export const mostRows = 20;

const terms: readonly Term[] = ["monthly", "annual", "once"];

const choicesOf = (products: readonly (Plan | Addon | Hardware)[], currency: Currency) =>
	products.flatMap((product) =>
		terms.flatMap((term) => {
			const price = unitPrice(product, term, currency);
			return price
				? [
						{
							value: `${product.id}:${term}`,
							text: [productTitle(product), `${formatMoney(price)} ${termName[term]}`.trim()].join(", "),
						},
					]
				: [];
		}),
	);

/** The plans that customers can have, with their terms. */
export const planChoices = (currency: Currency) => choicesOf(currentCatalog().plans, currency);

/** The add-ons that customers can have, with their terms. */
export const addonChoices = (currency: Currency) => choicesOf(currentCatalog().addons, currency);

/** What a row can be, in groups. @param onlyCustom for people who may bill but not order */
export const orderChoices = (currency: Currency, onlyCustom: boolean) => [
	{ label: "Without a product", choices: [{ value: "custom", text: "A line of your own" }] },
	...(onlyCustom
		? []
		: [
				{
					label: "Domains",
					choices: [
						{ value: "domain-registration", text: "Register a domain" },
						{ value: "domain-transfer", text: "Transfer a domain to us" },
						{ value: "domain-renewal", text: "Renew a domain" },
					],
				},
				{ label: "Hosting", choices: choicesOf(soldPlans(), currency) },
				{ label: "Add-ons", choices: choicesOf(soldAddons(), currency) },
				{ label: "Hardware", choices: choicesOf(soldHardware(), currency) },
			]),
];

export type OrderChoices = ReturnType<typeof orderChoices>;
