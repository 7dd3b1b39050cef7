import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { expect } from "./shop";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Fails on any violation of axe's rules for WCAG 2.2 AA and best practices, or of the given rules only. Measures target
 * sizes again after scrolling a little, because a floating link may cover a target.
 */
export async function axe(page: Page, { only }: { only?: readonly string[] } = {}): Promise<void> {
	await waitUntilStill(page);
	let found = await violationsOf(page, only);
	if (found.some((violation) => violation.startsWith("target-size"))) {
		await page.evaluate(() => window.scrollBy({ top: 90, behavior: "instant" }));
		const again = await violationsOf(page, only);
		found = found.filter((violation) => !violation.startsWith("target-size") || again.includes(violation));
	}
	expect(found, `accessibility of ${page.url()}`).toEqual([]);
}

/** Waits for pending answers and transitions, because their colours are temporary. */
async function waitUntilStill(page: Page): Promise<void> {
	await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
	await page.evaluate(async () => {
		// Scroll-driven animations have another timeline and no end.
		const running = () =>
			document
				.getAnimations()
				.filter(
					({ effect, playState, timeline }) =>
						playState === "running" && timeline === document.timeline && effect?.getTiming().iterations !== Infinity,
				);
		// The first frame applies a new colour scheme. When a colour's transition ends, children that inherit it start theirs.
		for (let round = 0; round < 5; round += 1) {
			await new Promise((resolve) => requestAnimationFrame(resolve));
			// An animation in a part that is not rendered never ends. Others take 240 ms at most.
			const enough = new Promise((resolve) => setTimeout(resolve, 1_000));
			await Promise.race([Promise.allSettled(running().map(({ finished }) => finished)), enough]);
		}
	});
}

/** Violations in the page itself, without those in frames. */
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
