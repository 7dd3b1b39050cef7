/** Entry script of pages without React. */
import "./frame";
import { importWhenOnline } from "~/lib/import-script";
import { readActing } from "./acting-hint";
import { pageReplaced } from "./page-replaced";
import { repeatEarlyClicks } from "./start";

type Island = readonly [selector: string, load: () => Promise<unknown>];

/** Islands that few pages need, with a selector of the elements that need them. */
const onDemand: readonly Island[] = [
	["[data-cart-page]", () => import("./cart-page")],
	["meta[name=chat-widget]", () => import("./chat-widget")],
	["cart-drawer", () => import("./cart-drawer")],
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
	["status-check", () => import("./status-check")],
	["output[data-toast]", () => import("./toast").then(({ showToasts }) => showToasts())],
];

/** Those that are far down on most pages. Loaded when their element comes near. */
const whenNear: readonly Island[] = [
	["enquiry-form", () => import("./enquiry-form")],
	["slide-carousel", () => import("./slide-carousel")],
	["[data-uptime]", () => import("./uptime-figure")],
];

/** Pixels below the window. */
const nearMargin = 300;

/** Loads what the page needs now. The promise is fulfilled when it is there. */
async function startNeeded(): Promise<void> {
	const needed = onDemand.filter(([selector]) => document.querySelector(selector));
	for (const island of whenNear) {
		const element = document.querySelector(island[0]);
		if (element && element.getBoundingClientRect().top < innerHeight + nearMargin) needed.push(island);
		else if (element) loadWhenNear(element, island[1]);
	}
	await Promise.all(needed.map(([, load]) => importWhenOnline(load)));
}

function loadWhenNear(element: Element, load: Island[1]): void {
	const observer = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			observer.disconnect();
			void importWhenOnline(load);
		},
		{ rootMargin: `${nearMargin}px` },
	);
	observer.observe(element);
}

// An account record without a user says that no one is signed in.
if (readActing() && !document.querySelector("account-record:not([data-user])"))
	void importWhenOnline(() => import("./acting-strip"));
document.addEventListener(pageReplaced, () => void startNeeded());
void startNeeded().then(repeatEarlyClicks);
