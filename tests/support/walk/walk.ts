import type { Page } from "@playwright/test";
import { fillingInPage } from "./filling";
import { openingInPage } from "./opening";
import { pressingInPage } from "./pressing";
import { blockWritesInPage } from "./requests";
import { storefrontInPage } from "./storefront";
import { toolsInPage } from "./tools";

interface Walk {
	/** Whether script is on. */
	script: boolean;
	/** Names of the controls that the test uses itself. */
	own?: readonly RegExp[] | undefined;
	/** Selector of the part of the page to try. */
	area?: string;
}

/**
 * Uses every control of the page's main part where it stands, as a finger would: it has to have a name, to be reachable
 * at its middle, and to do what controls of its kind do. What would change anything on the server is blocked, as without a
 * connection: the page has to say so, and to show what is stored. Returns what is wrong; a control that no rule and no
 * test knows is wrong.
 */
export async function walk(page: Page, { script, own, area = "main" }: Walk): Promise<string[]> {
	if (script) await page.evaluate(blockWritesInPage);
	await page.evaluate(toolsInPage, { script, area });
	for (const part of [storefrontInPage, openingInPage, fillingInPage, pressingInPage]) await page.evaluate(part);
	return page.evaluate(
		walkInPage,
		(own ?? []).map(({ source, flags }) => ({ source, flags })),
	);
}

/** Runs in the browser, so it may use nothing from outside itself. */
async function walkInPage(known: { source: string; flags: string }[]): Promise<string[]> {
	const { walker } = window;
	const { script, area, seen, handlers, problems, nameOf, expectThat, reach, visible } = walker;
	const everything = "a[href], button, input:not([type=hidden]), select, textarea, summary";
	const own = known.map(({ source, flags }) => new RegExp(source, flags));
	const isOwn = (control: Element) => own.some((name) => name.test(nameOf(control)));
	const from = new Set(area.querySelectorAll(everything));
	const used = new Set<string>();
	const names = new Set<string>();

	/** Identifies a control that React creates again after a blocked change. Differs if another row is open. */
	function identityOf(control: Element): string {
		const { form, value = "" } = control as HTMLButtonElement;
		const hidden = [...(form?.querySelectorAll<HTMLInputElement>("[type=hidden]") ?? [])].map((field) => field.value);
		const row = new URLSearchParams(location.search).get("open");
		return [row, nameOf(control), control.getAttribute("href"), value, ...hidden].join("|");
	}

	const isUntried = (control: Element) =>
		!seen.has(control) &&
		(from.has(control) || !used.has(identityOf(control))) &&
		!control.closest("[data-trap], [hidden]:not([hidden=until-found])");

	async function tryOne(control: Element) {
		seen.add(control);
		names.add(nameOf(control));
		if (isOwn(control)) return;
		expectThat(nameOf(control), control, "has no name");
		used.add(identityOf(control));
		reach(control);
		const handler = handlers.find(([selector]) => control.matches(selector));
		if (handler) await handler[1](control as never);
		else expectThat(false, control, "has no handler");
		document.getElementById("toasts")?.replaceChildren();
	}

	walker.tryAll = async (part) => {
		const next = () =>
			[...part.querySelectorAll(everything)].find(
				(one) => isUntried(one) && visible(one) && !(script && one.matches(":disabled")),
			);
		for (let control = next(); control; control = next()) await tryOne(control);
	};

	await walker.tryAll(area);
	if (script) walker.requestLog.isBlocking = false;
	// With reduced motion there is nothing to pause.
	const untried = [...area.querySelectorAll(everything)].filter(
		(one) =>
			script && isUntried(one) && !names.has(nameOf(one)) && !isOwn(one) && !one.closest("[data-sent], [data-pause]"),
	);
	for (const one of untried) {
		const disabled = one.matches(":disabled");
		if (disabled && one.hasAttribute("aria-describedby")) continue;
		expectThat(false, one, disabled ? "stays disabled without a reason" : "is never shown");
	}
	return problems;
}
