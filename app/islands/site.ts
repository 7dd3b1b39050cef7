/** Entry script of pages without React. */
import "./frame";
import { importWhenOnline } from "~/lib/import-script";
import { pageReplaced } from "./page-replaced";
import { repeatEarlyClicks } from "./start";
import { showToasts } from "./toast";

/** Islands that few pages need, with a selector of the elements that need them. */
const onDemand: readonly (readonly [selector: string, load: () => Promise<unknown>])[] = [
	["[data-cart-page]", () => import("./cart-page")],
	["cart-drawer", () => import("./cart-drawer")],
	["cart-summary", () => import("./cart-summary")],
	["enquiry-form", () => import("./enquiry-form")],
	["[data-favourite-list]", () => import("./favourites")],
	["form[data-search]", () => import("./search-page")],
	// enquiry-form.ts and add-to-cart.ts send their forms themselves.
	['main form[method=post]:not([action^="/enquiries/"]):not([data-add]), form-error', () => import("./forms")],
	["account-record", () => import("./account-record")],
	["delayed-redirect", () => import("./delayed-redirect")],
	["passkey-sign-in", () => import("./passkey-sign-in")],
	["polled-part", () => import("./polled-part")],
	["profit-calculator", () => import("./profit-calculator")],
	["proof-of-work", () => import("./proof-of-work")],
	["share-image", () => import("./share-image")],
	["slide-carousel", () => import("./slide-carousel")],
	["status-check", () => import("./status-check")],
	["[data-uptime]", () => import("./uptime-figure")],
	["wait-button", () => import("./wait-button")],
];

function startNeeded(): Promise<unknown> {
	showToasts();
	const needed = onDemand.filter(([selector]) => document.querySelector(selector));
	return Promise.all(needed.map(([, load]) => importWhenOnline(load)));
}

document.addEventListener(pageReplaced, () => void startNeeded());
startNeeded().then(repeatEarlyClicks);
