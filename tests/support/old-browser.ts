import type { Page } from "@playwright/test";

/** Features of a stylesheet that Chromium has and that no browser knows by these names. */
const renamed = [
	[/:has\(/g, ":-x-has("],
	[/:popover-open/g, ":-x-popover-open"],
	[/@view-transition/g, "@-x-view-transition"],
	[/\(scripting:/g, "(-x-scripting:"],
] as const;

/**
 * Takes away what Chrome 87 or Safari 14 lack: popovers, `:has()`, dialogs, view transitions and newer functions. Syntax
 * stays, which scripts/check-browsers.mjs checks in the build.
 */
export async function makeOld(page: Page): Promise<void> {
	const stylesheets = new Map<string, Promise<string>>();
	await page.route("**/assets/*.css", async (route) => {
		const url = route.request().url();
		// Not by the route, which ends when the page is left.
		const css = stylesheets.get(url) ?? fetch(url).then((response) => response.text());
		stylesheets.set(url, css);
		const body = renamed.reduce((text, [name, other]) => text.replace(name, other), await css);
		await route.fulfill({ contentType: "text/css", body }).catch(() => undefined);
	});
	await page.addInitScript(removeFeatures);
}

/** Runs in the browser, so it may use nothing from outside itself. */
function removeFeatures(): void {
	const remove = (object: object, ...names: string[]) => {
		for (const name of names) Reflect.deleteProperty(object, name);
	};
	remove(HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover");
	remove(HTMLDialogElement.prototype, "show", "showModal", "close", "requestClose", "open");
	remove(HTMLFormElement.prototype, "requestSubmit");
	remove(SubmitEvent.prototype, "submitter");
	remove(Document.prototype, "startViewTransition");
	remove(Element.prototype, "startViewTransition", "checkVisibility");
	remove(HTMLScriptElement, "supports");
	remove(window, "HTMLDialogElement", "ViewTransition", "navigation", "structuredClone", "reportError");
	remove(Array.prototype, "at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with");
	remove(String.prototype, "at", "isWellFormed", "toWellFormed");
	remove(Object, "hasOwn", "groupBy");
	remove(Promise, "withResolvers", "try");
	remove(URL, "canParse", "parse");
	remove(AbortSignal, "any", "timeout");
	remove(Crypto.prototype, "randomUUID");
	// Chromium hides an element with this attribute, and an old browser ignores it.
	const ignorePopovers = () => {
		for (const element of document.querySelectorAll("[popover]")) element.removeAttribute("popover");
	};
	new MutationObserver(ignorePopovers).observe(document, {
		attributeFilter: ["popover"],
		childList: true,
		subtree: true,
	});
}
