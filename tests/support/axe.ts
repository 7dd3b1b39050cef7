import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { expect } from "./shop";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Fails on anything that axe finds, by the rules of WCAG 2.2 AA and its best practices, or by the named rules only. A
 * target that lies under a floating link just then is measured again after a little scrolling: only one that stays too
 * small fails.
 */
export async function axe(page: Page, { only }: { only?: readonly string[] } = {}): Promise<void> {
	await atRest(page);
	let found = await violationsOf(page, only);
	if (found.some((violation) => violation.startsWith("target-size"))) {
		await page.evaluate(() => window.scrollBy({ top: 90, behavior: "instant" }));
		const again = await violationsOf(page, only);
		found = found.filter((violation) => !violation.startsWith("target-size") || again.includes(violation));
	}
	expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/**
 * What waits for its answer is paler, and a colour that changes is neither of its two: both pass. What moves with the
 * scrolling has no end to wait for.
 */
async function atRest(page: Page): Promise<void> {
	await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
	await page.evaluate(async () => {
		const passing = document
			.getAnimations()
			.filter(({ effect, timeline }) => timeline === document.timeline && effect?.getTiming().iterations !== Infinity);
		await Promise.allSettled(passing.map(({ finished }) => finished));
	});
}

/** Axe runs in the page itself; what lies in a frame is another page. */
async function violationsOf(page: Page, only?: readonly string[]): Promise<string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
	const options: RunOptions = {
		runOnly: only ? { type: "rule", values: [...only] } : { type: "tag", values: wcag },
		resultTypes: ["violations"],
		reporter: "no-passes",
		preload: false,
		iframes: false,
	};
	const violations = await page.evaluate(
		async (options) => (await window.axe.run(document, options)).violations,
		options,
	);
	return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}`));
}

declare global {
	interface Window {
		axe: typeof import("axe-core");
	}
}
