import { settings } from "~/features/catalog/settings";
import { addonRef } from "./addon-ref";
import { type CartList, type CartState, cutPromo, decodeItem, encodeItem, fitsCookie } from "./cart-cookie";
import { type CartItem, isUnique, itemId, repairQuantity } from "./cart-item";

/** What a customer does with the cart. */
export type CartChange =
	| { readonly intent: "add"; readonly item: CartItem }
	/** Adds a renewal, or changes how long it is for. */
	| { readonly intent: "renew"; readonly item: CartItem }
	| { readonly intent: "remove" | "save" | "move" | "unsave"; readonly id: string }
	/** Chooses what an add-on is for. `to`: see `addonRef`. */
	| { readonly intent: "belongs"; readonly id: string; readonly to: string }
	/** `isStep`: the quantity is added to that in the cart, so that a press counts in each of two tabs. */
	| { readonly intent: "quantity"; readonly id: string; readonly quantity: number; readonly isStep?: boolean }
	/** Puts a removed item back in its place. */
	| { readonly intent: "restore"; readonly list: CartList; readonly index: number; readonly item: CartItem }
	| { readonly intent: "promo"; readonly code: string | null };

/** The new cart and what to tell the customer. */
export interface CartOutcome {
	readonly state: CartState;
	/** False if the change was refused. */
	readonly done: boolean;
	/** A sentence for the customer. Null if the page shows the change anyway. */
	readonly message: string | null;
	readonly undo?: CartChange;
}

export const fullMessage = "Your cart is full. Pay for these items first, or remove some.";

/** Applies a change. Has no effect if the item is not there. @param nameOf the item's name for messages */
export function changeCart(state: CartState, change: CartChange, nameOf: (item: CartItem) => string): CartOutcome {
	const { cart, savedItems } = state;
	const done = (changed: Partial<CartState>, message: string | null = null, undo?: CartChange): CartOutcome => ({
		state: { ...state, ...changed },
		done: true,
		message,
		...(undo && { undo }),
	});
	const list = change.intent === "move" || change.intent === "unsave" ? "savedItems" : "cart";
	const index = "id" in change ? state[list].findIndex(({ id }) => id === change.id) : -1;
	const found = state[list][index];

	switch (change.intent) {
		case "add":
			return addItem(state, change.item, nameOf(change.item));
		case "renew": {
			const { item } = change;
			const name = nameOf(item);
			if (!cart.some(({ id }) => id === item.id)) return addItem(state, item, name);
			const updated = cart.map((line) => (line.id === item.id ? item : line));
			return done({ cart: updated }, `${name} was updated in your cart.`);
		}
		case "remove":
		case "unsave": {
			if (!found) return done({});
			const place = list === "cart" ? "your cart" : "your saved items";
			const undo = { intent: "restore", list, index, item: found } as const;
			return done({ [list]: without(state[list], found.id) }, `${nameOf(found)} removed from ${place}.`, undo);
		}
		case "save": {
			if (!found) return done({});
			const saved = [...without(savedItems, found.id), found].slice(-settings.maxCartLines);
			return done({ cart: without(cart, found.id), savedItems: saved }, `${nameOf(found)} saved for later.`);
		}
		case "move": {
			if (!found) return done({});
			const moved = addItem({ ...state, savedItems: without(savedItems, found.id) }, found, nameOf(found));
			return moved.done ? moved : { ...moved, state };
		}
		case "belongs":
			return found?.category === "addon" ? assignAddon(state, found, change.to, nameOf(found)) : done({});
		case "quantity": {
			if (!found) return done({});
			const quantity = change.quantity + (change.isStep ? found.quantity : 0);
			if (!Number.isFinite(quantity) || quantity < 1) return done({});
			const changed = { ...found, quantity: repairQuantity(quantity, found.category) };
			return done({ cart: cart.map((item) => (item === found ? changed : item)) });
		}
		case "restore": {
			const rest = without(state[change.list], change.item.id);
			const items = [...rest.slice(0, change.index), change.item, ...rest.slice(change.index)];
			const restored = { ...state, [change.list]: items };
			const fits = items.length <= settings.maxCartLines && fitsCookie(restored);
			return fits ? done(restored) : { state, done: false, message: fullMessage };
		}
		case "promo":
			return done({ promo: change.code });
	}
}

function assignAddon(state: CartState, addon: CartItem, to: string, name: string): CartOutcome {
	const refuse = (message: string): CartOutcome => ({ state, done: false, message });
	const ref = addonRef(to);
	const isMissing = `Choose what ${name} is for.`;
	if (!ref) return refuse(isMissing);
	const { domain: _domain, planId: _planId, planKey: _planKey, ...rest } = addon;
	const assigned = { ...rest, ...ref };
	const id = itemId(assigned);
	// The cookie would leave the item out.
	if (encodeItem({ ...assigned, id }) === "") return refuse(isMissing);
	if (state.cart.some((item) => item.id === id && item.id !== addon.id))
		return refuse(`${name} for this is already in the cart.`);
	const cart = state.cart.map((item) => (item.id === addon.id ? { ...assigned, id } : item));
	const changed = { ...state, cart };
	if (!fitsCookie(changed)) return refuse(fullMessage);
	return { state: changed, done: true, message: null };
}

function addItem(state: CartState, item: CartItem, name: string): CartOutcome {
	const { cart } = state;
	const refuse = (message: string): CartOutcome => ({ state, done: false, message });
	const existing = cart.find(({ id }) => id === item.id);
	if (existing && isUnique(item.category)) return refuse(duplicateMessage(item, name));
	if (!existing && cart.length >= settings.maxCartLines)
		return refuse(`Your cart is full. It can hold ${settings.maxCartLines} items.`);
	const addQuantity = (line: CartItem): CartItem => ({
		...line,
		quantity: repairQuantity(line.quantity + item.quantity, line.category),
	});
	const added = existing ? cart.map((line) => (line.id === item.id ? addQuantity(line) : line)) : [...cart, item];
	const changed = { ...state, cart: added };
	if (!fitsCookie(changed)) return refuse(fullMessage);
	return { state: changed, done: true, message: addedMessage(item, name) };
}

const without = (items: readonly CartItem[], id: string) => items.filter((item) => item.id !== id);

const isRenewal = ({ category }: CartItem): boolean => category === "renewal" || category === "plan-renewal";

function duplicateMessage(item: CartItem, name: string): string {
	if (isRenewal(item)) return `${name} is already in the cart.`;
	if (item.category === "addon")
		return `${name} is already in the cart. Choose what it is for before you add another one.`;
	return item.domain ? `${item.domain} is already in the cart.` : "Domain already in cart.";
}

function addedMessage(item: CartItem, name: string): string {
	if (item.category === "extension") return `${name} added to cart.`;
	if (item.category === "hardware") return `Added to cart! (${name})`;
	const isDomain = isUnique(item.category) && !isRenewal(item) && item.category !== "addon";
	return `${isDomain ? item.domain : name} added to cart successfully.`;
}

const idIntents = ["remove", "save", "move", "unsave"] as const;

/** The change that a form of the cart asks for. Undefined if it is not one of these changes. */
export function readCartChange(form: FormData): CartChange | undefined {
	const text = (name: string) => String(form.get(name) ?? "");
	const [intent, id] = [text("intent"), text("id")];
	const idIntent = idIntents.find((one) => one === intent);
	if (idIntent) return { intent: idIntent, id };
	switch (intent) {
		case "add": {
			const item = decodeItem(text("item"));
			return item && { intent, item };
		}
		case "renew": {
			const item = decodeItem(text("item"));
			return item && { intent, item: { ...item, quantity: repairQuantity(Number(text("quantity")), item.category) } };
		}
		case "belongs":
			return { intent, id, to: text("to") };
		case "quantity":
			return { intent, id, quantity: Math.round(Number(text("quantity")) + Number(text("step") || 0)) };
		case "restore": {
			const item = decodeItem(text("item"));
			const list = text("list") === "savedItems" ? "savedItems" : "cart";
			return item && { intent, list, index: Math.max(0, Math.floor(Number(text("index"))) || 0), item };
		}
		case "promo":
			return { intent, code: promoIn(form, "promo") };
		default:
			return undefined;
	}
}

/** The fields of a form that asks for this change, for the undo button. */
export function restoreFields(change: CartChange | undefined): Readonly<Record<string, string>> | undefined {
	if (change?.intent !== "restore") return undefined;
	const { intent, list, index, item } = change;
	return { intent, list, index: String(index), item: encodeItem(item) };
}

/** The promo code in a field of a form. Null if it is empty. */
export const promoIn = (form: FormData, field: string): string | null =>
	cutPromo(
		String(form.get(field) ?? "")
			.trim()
			.toUpperCase(),
	);
