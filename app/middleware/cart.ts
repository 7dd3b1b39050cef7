import { href, type RouterContextProvider, redirect } from "react-router";
import { changedCartContext, clientContext, servicesContext, viewerContext } from "~/context";
import type { Customer } from "~/features/accounts/customer";
import { sessionTokenOf } from "~/features/accounts/session-cookie";
import { toItem } from "~/features/cart/browser-cart";
import { changeCart, fullMessage, readCartChange, restoreFields } from "~/features/cart/cart-changes";
import {
	type CartState,
	cartCookie,
	cartValueOf,
	decodeCart,
	emptyCart,
	fitsCookie,
} from "~/features/cart/cart-cookie";
import { type NewCartItem, toCartItem } from "~/features/cart/cart-item";
import type { CartPreview } from "~/features/cart/cart-preview";
import { withSeenPrices } from "~/features/cart/changed-prices";
import { boughtNames, type Setup } from "~/features/cart/domain-setup";
import type { SetUpDomain } from "~/features/cart/domain-setup.server";
import { cartEntries } from "~/features/cart/entries";
import { itemName } from "~/features/cart/item-name";
import type { CartEntry } from "~/features/cart/lines";
import { findProduct } from "~/features/catalog/catalog";
import { parseAuthCode } from "~/features/domains/auth-code";
import { withDefaultExtension } from "~/features/domains/domain-input";
import { actingRoleOf } from "~/lib/acting";
import { type Flash, flashHeaders } from "~/lib/flash";
import { readForm, textFields } from "~/lib/form-data";
import { isPerson } from "~/lib/is-person";
import { isLiveForm } from "~/lib/live-form";
import { failureData } from "~/lib/responses";
import { type Failure, fail, failField, ok, type Result } from "~/lib/result";
import { safeRedirect } from "~/lib/safe-redirect";
import { valueWithin } from "~/lib/with-timeout";

interface Args {
	readonly request: Request;
	readonly context: Readonly<RouterContextProvider>;
}

/** The longest time that a page waits for registries before it is sent, so that most pages come in one piece. */
const firstPaintMs = 50;
/** The same for an answer that a script puts into the page. It can't be streamed. */
const liveAnswerMs = 1_500;

const cookiesOf = (request: Request) => request.headers.get("Cookie");

/** The cart of a request. Empty if its cookie is missing or corrupt. */
export const cartOf = (request: Request): CartState => decodeCart(cartValueOf(cookiesOf(request))) ?? emptyCart;

/** Whether staff are signed in as a customer. The cart of their browser is not the customer's. */
export const isCartOfStaff = ({ request, context }: Args): boolean =>
	actingRoleOf(sessionTokenOf(context.get(servicesContext).config.APP_ORIGIN, cookiesOf(request)) ?? "") === "staff";

/** The cart with its prices, in the account's currency. */
export async function loadCart({ request, context }: Args) {
	const { preview, ...cart } = await priceCart({ request, context });
	const items = [...cart.state.cart, ...cart.state.savedItems];
	const names = Object.fromEntries(items.map((item) => [item.id, itemName(item)]));
	return {
		...cart,
		names,
		preview: await withEarlyAnswers(preview, isLiveForm(request) ? liveAnswerMs : firstPaintMs),
	};
}

async function priceCart({ request, context }: Args) {
	const state = context.get(changedCartContext) ?? cartOf(request);
	const { cart, cartCodes } = context.get(servicesContext);
	const viewer = context.get(viewerContext);
	const [customer, codes] = await Promise.all([
		viewer.owner ? viewer.customer() : null,
		cartCodes.read(cookiesOf(request)),
	]);
	const currency: Customer["currency"] = customer?.currency ?? "KES";
	const input = { items: cartEntries(state.cart, codes), promo: state.promo, currency };
	const preview = await cart.preview(input, customer && viewer.owner, context.get(clientContext));
	return { state, currency, preview };
}

/** The preview with the registries' answers, if they come in time. */
async function withEarlyAnswers(preview: CartPreview, timeoutMs: number): Promise<CartPreview> {
	if (!preview.checked) return preview;
	const quote = await valueWithin(preview.checked, timeoutMs);
	return quote ? { ...preview, quote, checked: null } : preview;
}

/** The entries with the authorization codes of their transfers, which the page does not have. */
export async function withAuthCodes({ request, context }: Args, entries: readonly CartEntry[]): Promise<CartEntry[]> {
	const codes = await context.get(servicesContext).cartCodes.read(cookiesOf(request));
	return entries.map((entry) => {
		const authCode = entry.productId === "domain-transfer" ? codes.get(entry.domain ?? "") : undefined;
		return authCode ? { ...entry, authCode } : entry;
	});
}

interface CartResponse {
	readonly state: CartState;
	/** Authorization codes of transfers, by domain, if they changed. */
	readonly codes?: ReadonlyMap<string, string>;
	readonly flash?: Flash | null;
}

/** `Set-Cookie` headers of a changed cart. Forgets the codes of domains that are not in the cart any more. */
export async function cartHeaders({ context }: Pick<Args, "context">, { state, codes, flash }: CartResponse) {
	const { cartCodes, config } = context.get(servicesContext);
	const headers = new Headers({ "Set-Cookie": cartCookie(state, config.APP_ORIGIN.startsWith("https:")) });
	if (codes) {
		const items = [...state.cart, ...state.savedItems];
		const needed = [...codes].filter(([domain]) => items.some((item) => item.domain === domain));
		headers.append("Set-Cookie", await cartCodes.header(new Map(needed)));
	}
	if (flash) headers.append("Set-Cookie", flashHeaders(config.APP_ORIGIN, flash)["Set-Cookie"]);
	return headers;
}

/** Scripts count what they add (`browser-cart.ts`). */
function countAdded({ request, context }: Args): void {
	if (isPerson(request)) context.get(servicesContext).visitCounts.count("cart_adds");
}

/** Changes the cart as a form asks, and goes back to `page`, which is the address of this cart. */
export async function cartAction(args: Args, page: string) {
	const form = await readForm(args.request);
	const change = readCartChange(form);
	const state = cartOf(args.request);
	const back = async (changed: CartResponse, to = page) =>
		redirect(to, { status: 303, headers: await cartHeaders(args, changed) });

	if (change) {
		const outcome = changeCart(state, change, itemName);
		if (change.intent === "add" && outcome.done) countAdded(args);
		const fields = restoreFields(outcome.undo);
		const flash: Flash | null = outcome.message
			? {
					message: outcome.message,
					tone: outcome.done ? "success" : "error",
					...(fields && { undo: { action: page, fields } }),
				}
			: null;
		return back({ state: outcome.state, flash }, safeRedirect(form.get("back"), page));
	}

	const { intent, id, name, authCode } = textFields(form, ["intent", "id", "name", "authCode"]);
	const refuse = (failure: Failure) => failureData(failure, { intent, id, name });
	const item = state.cart.find((one) => one.id === id);
	if (intent === "accept") {
		const { preview } = await priceCart(args);
		return back({ state: { ...state, cart: withSeenPrices(state.cart, (await preview.checked) ?? preview.quote) } });
	}
	if (!item?.productId || (intent !== "code" && intent !== "name"))
		return refuse(fail("invalid", "Your cart has changed. Please try again.").error);

	if (intent === "code") {
		const code = parseAuthCode(authCode);
		if (!code.ok || !item.domain) return refuse(failField("authCode", code.ok ? "" : code.error).error);
		const codes = await args.context.get(servicesContext).cartCodes.read(cookiesOf(args.request));
		return back({ state, codes: new Map(codes).set(item.domain, code.value) });
	}

	const { domainSetup } = args.context.get(servicesContext);
	const product = findProduct(item.productId);
	const tld = product?.kind === "extension" ? product.tld : "";
	const asker = args.context.get(clientContext);
	const named = await domainSetup.nameExtension(tld, name.trim(), item.quantity, asker);
	if (!named.ok) return refuse(named.error);
	const { domain } = named.value;
	if (state.cart.some((one) => one.id === domain))
		return refuse(failField("name", `${domain} is already in the cart.`).error);
	const cart = state.cart.map((one) => (one.id === id ? named.value : one));
	const changed = { ...state, cart };
	if (!fitsCookie(changed)) return refuse(failField("name", fullMessage).error);
	return back({ state: changed, flash: { message: `${domain} added to cart successfully.` } });
}

/** Without a look-up, because the cart and the checkout ask the registry. */
const nameInCart = ({ cart }: CartState, name: string): Result<SetUpDomain> =>
	boughtNames(cart).includes(name)
		? ok({ domain: name })
		: fail("conflict", "This domain is no longer in your cart. Enter the domain below.");

interface SetupOptions {
	readonly setup: Setup;
	/** The plan that the domain is for. */
	readonly plan?: NewCartItem;
	/** The page after the set-up. */
	readonly next: string;
}

/** Adds the domain of a set-up form, and the plan it is for, to the cart. */
export async function setUpDomain(args: Args, { setup, plan, next }: SetupOptions) {
	const form = textFields(await readForm(args.request), ["domain", "authCode", "intent"]);
	const { intent, ...values } = form;
	const { domainSetup, cartCodes } = args.context.get(servicesContext);
	const before = cartOf(args.request);
	const input = { setup, typed: form.domain.trim(), authCode: form.authCode, ...(plan && { plan }) };
	const checked =
		intent === "in-cart"
			? nameInCart(before, form.domain)
			: await domainSetup.setUp(input, args.context.get(clientContext));
	if (!checked.ok) {
		const full = setup === "register" ? withDefaultExtension(values.domain) : null;
		return failureData(checked.error, { ...values, domain: full ?? values.domain });
	}
	const { domain, item, authCode } = checked.value;

	const domainAdded = item && changeCart(before, { intent: "add", item }, itemName);
	let state = domainAdded?.state ?? before;
	let outcome = domainAdded;
	if (plan) {
		const planItem = toItem(toCartItem({ ...plan, domain }));
		// Sending the form again must not add a second plan for the same domain.
		const isNew = !state.cart.some(({ id }) => id === planItem.id);
		// With a plan, it does not matter that the cart already has the domain.
		outcome = isNew ? changeCart(state, { intent: "add", item: planItem }, itemName) : undefined;
		state = outcome?.state ?? state;
	}
	if (outcome?.done) countAdded(args);
	if (outcome?.done === false) return failureData(fail("conflict", outcome.message ?? "").error, values);

	const codes = await cartCodes.read(cookiesOf(args.request));
	// Only the cart shows the message.
	const flash = outcome?.message && next === href("/cart") ? { message: outcome.message } : null;
	const changed = { state, flash, ...(authCode && { codes: new Map(codes).set(domain, authCode) }) };
	return redirect(next, { status: 303, headers: await cartHeaders(args, changed) });
}
