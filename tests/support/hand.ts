import type { Locator, Page } from "@playwright/test";
import { expect } from "./shop";

/** How a person acts on a page. */
export interface Hand {
	press(target: Locator): Promise<void>;
	type(target: Locator, text: string): Promise<void>;
	check(target: Locator): Promise<void>;
}

export const mouse: Hand = {
	press: (target) => target.click(),
	type: (target, text) => target.fill(text),
	check: (target) => target.check(),
};

/** Tab, Enter, Space and letters; nothing is reached in another way. */
export const keyboard: Hand = {
	async press(target) {
		await tabTo(target);
		await target.page().keyboard.press("Enter");
	},
	async type(target, text) {
		await tabTo(target);
		await target.page().keyboard.press("ControlOrMeta+a");
		await target.page().keyboard.type(text);
	},
	async check(target) {
		await tabTo(target);
		await target.page().keyboard.press("Space");
		await expect(target).toBeChecked();
	},
};

const mostTabs = 200;

async function tabTo(target: Locator): Promise<void> {
	await expect(target).toBeVisible();
	const page: Page = target.page();
	for (let tabs = 0; tabs < mostTabs; tabs += 1) {
		const way = await target.evaluate(wayTo);
		if (!way) return;
		await page.keyboard.press(way);
	}
	throw new Error(`The keyboard does not reach ${target} in ${mostTabs} steps.`);
}

/** The key that leads to the element from where the focus is; nothing when it is there. */
function wayTo(element: Element): "Tab" | "Shift+Tab" | null {
	const { activeElement, body } = document;
	if (activeElement === element) return null;
	if (!activeElement || activeElement === body) return "Tab";
	const isBefore = activeElement.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
	return isBefore ? "Shift+Tab" : "Tab";
}
