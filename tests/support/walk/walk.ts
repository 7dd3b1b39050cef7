import type { Page } from "@playwright/test";
import { fillingInPage } from "./filling";
import { holdInPage } from "./hold";
import { openingInPage } from "./opening";
import { pressingInPage } from "./pressing";
import { storefrontInPage } from "./storefront";
import { toolsInPage } from "./tools";

interface Walk {
	/** Is script on? */
	script: boolean;
	/** Names of the controls that the test uses itself. */
	own?: readonly RegExp[] | undefined;
	/** The part of the page. */
	area?: string;
}

/**
 * Uses every control of the page's main part where it stands, as a finger would: it has to have a name, to be reachable
 * at its middle, and to do what controls of its kind do. What would change anything on the server is lost, as without a
 * connection: the page has to say so, and to show what is stored. Returns what is wrong; a control that no rule and no
 * test knows is wrong.
 */
export async function walk(page: Page, { script, own, area = "main" }: Walk): Promise<string[]> {
	if (script) await page.evaluate(holdInPage);
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
	const { script, area, seen, ways, problems, nameOf, expectThat, reach, visible } = walker;
	const everything = "a[href], button, input:not([type=hidden]), select, textarea, summary";
	const own = known.map(({ source, flags }) => new RegExp(source, flags));
	const isOwn = (control: Element) => own.some((name) => name.test(nameOf(control)));
	const from = new Set(area.querySelectorAll(everything));
	const used = new Set<string>();
	const names = new Set<string>();

	/** What comes back after a lost change is the control that was there before, unless another row is open. */
	function signOf(control: Element): string {
		const { form, value = "" } = control as HTMLButtonElement;
		const hidden = [...(form?.querySelectorAll<HTMLInputElement>("[type=hidden]") ?? [])].map((field) => field.value);
		const row = new URLSearchParams(location.search).get("open");
		return [row, nameOf(control), control.getAttribute("href"), value, ...hidden].join("|");
	}

	const isLeft = (control: Element) =>
		!seen.has(control) &&
		(from.has(control) || !used.has(signOf(control))) &&
		!control.closest("[data-trap], [hidden]:not([hidden=until-found])");

	async function tryOne(control: Element) {
		seen.add(control);
		names.add(nameOf(control));
		if (isOwn(control)) return;
		expectThat(nameOf(control), control, "has no name");
		used.add(signOf(control));
		reach(control);
		const way = ways.find(([selector]) => control.matches(selector));
		if (way) await way[1](control as never);
		else expectThat(false, control, "nobody uses it");
		document.getElementById("toasts")?.replaceChildren();
	}

	walker.tryAll = async (part) => {
		const next = () =>
			[...part.querySelectorAll(everything)].find(
				(one) => isLeft(one) && visible(one) && !(script && one.matches(":disabled")),
			);
		for (let control = next(); control; control = next()) await tryOne(control);
	};

	await walker.tryAll(area);
	if (script) walker.held.on = false;
	// Where less motion is wanted there is nothing to pause.
	const never = [...area.querySelectorAll(everything)].filter(
		(one) =>
			script && isLeft(one) && !names.has(nameOf(one)) && !isOwn(one) && !one.closest("[data-sent], [data-pause]"),
	);
	for (const one of never) {
		const disabled = one.matches(":disabled");
		if (disabled && one.hasAttribute("aria-describedby")) continue;
		expectThat(false, one, disabled ? "stays disabled without a word why" : "is never shown");
	}
	return problems;
}
