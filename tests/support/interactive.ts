import type { Page } from "@playwright/test";

/** Waits until the page's script has started: React, or the islands of a page without React. */
export async function untilInteractive(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		if ("__reactRouterContext" in window)
			return Object.keys(document.querySelector("main h1") ?? {}).some((key) => key.startsWith("__react"));
		const needsForms =
			document.querySelector('main form[method=post]:not([action^="/enquiries/"]):not([data-add])') !== null;
		if (document.querySelector("form[data-search]:not([data-started])")) return false;
		return !document.querySelector(":not(:defined)") && (!needsForms || customElements.get("form-error") !== undefined);
	});
}
