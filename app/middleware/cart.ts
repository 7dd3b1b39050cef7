import { type RouterContextProvider, redirect } from "react-router";
import { servicesContext } from "~/context";
import { type CartOutcome, changeCart, readCartChange, restoreFields } from "~/features/cart/cart-changes";
import { type CartState, cartCookie, cartValueOf, decodeCart, emptyCart } from "~/features/cart/cart-cookie";
import { itemName } from "~/features/cart/item-name";
import { flashHeaders } from "~/lib/flash";
import { safeRedirect } from "~/lib/safe-redirect";

type Context = Readonly<RouterContextProvider>;

/** The cart of a request. Empty if its cookie is missing or corrupt. */
export const cartOf = (request: Request): CartState =>
	decodeCart(cartValueOf(request.headers.get("Cookie"))) ?? emptyCart;

/** `Set-Cookie` of a cart. */
export function cartHeader(context: Context, state: CartState): string {
	const { APP_ORIGIN } = context.get(servicesContext).config;
	return cartCookie(state, APP_ORIGIN.startsWith("https:"));
}

/**
 * Changes the cart as the form asks and goes back to `page`. Undefined if the form asks for something else.
 * @param page the address of the cart
 */
export function changeCartByForm(
	{ request, context }: { request: Request; context: Context },
	form: FormData,
	page: string,
): Response | undefined {
	const change = readCartChange(form);
	if (!change) return undefined;
	const outcome = changeCart(cartOf(request), change, itemName);
	const back = change.intent === "add" ? safeRedirect(form.get("back"), page) : page;
	return redirect(back, { status: 303, headers: outcomeHeaders(context, outcome, page) });
}

function outcomeHeaders(context: Context, { state, done, message, undo }: CartOutcome, page: string): Headers {
	const headers = new Headers({ "Set-Cookie": cartHeader(context, state) });
	if (message === null) return headers;
	const fields = restoreFields(undo);
	const flash = {
		message,
		tone: done ? "success" : "error",
		...(fields && { undo: { action: page, fields } }),
	} as const;
	headers.append("Set-Cookie", flashHeaders(context.get(servicesContext).config.APP_ORIGIN, flash)["Set-Cookie"]);
	return headers;
}
