import type { Page } from "@playwright/test";

interface Walk {
	/** Is script on? */
	script: boolean;
	/** Names of the controls that the test uses itself. */
	own?: readonly RegExp[];
}

/**
 * Uses every control of the page's main part where it stands, as a finger would: it has to be reachable at its middle,
 * and to do what controls of its kind do. Returns what is wrong; a control that no rule and no test knows is wrong.
 */
export async function walk(page: Page, { script, own = [] }: Walk): Promise<string[]> {
	const known = own.map(({ source, flags }) => ({ source, flags }));
	return page.evaluate(walkInPage, { script, known });
}

/** Runs in the browser, so it may use nothing from outside itself. */
async function walkInPage({ script, known }: { script: boolean; known: { source: string; flags: string }[] }) {
	const everything = "a[href], button, input:not([type=hidden]), select, textarea, summary";
	const own = known.map(({ source, flags }) => new RegExp(source, flags));
	const main = document.querySelector("main") as HTMLElement;
	const problems: string[] = [];
	const seen = new Set<Element>();
	window.open = () => ({ opener: null }) as Window;

	const nameOf = (control: Element) => {
		const label = (control as HTMLInputElement).labels?.[0]?.textContent;
		const words = control.getAttribute("aria-label") ?? (label || control.textContent);
		return (words ?? "").replace(/\s+/g, " ").trim() || control.outerHTML.slice(0, 80);
	};
	// biome-ignore lint/performance/useDomNodeTextContent: what is shown counts, not all that is there
	const wordsOf = (element: HTMLElement) => element.innerText;
	const visible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
	const expectThat = (fact: unknown, control: Element, what: string) => {
		if (!fact) problems.push(`${nameOf(control)}: ${what}`);
	};
	const frame = () => new Promise((resolve) => setTimeout(resolve));
	const badge = () => Number(document.querySelector("cart-badge")?.textContent ?? 0);

	function handOf(control: Element): Element {
		return control instanceof HTMLInputElement && /radio|checkbox/.test(control.type)
			? (control.closest("label") ?? control.labels?.[0] ?? control)
			: control;
	}

	function reach(control: Element): void {
		const hand = handOf(control);
		hand.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const box = hand.getClientRects()[0];
		const at = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		expectThat(at && (hand.contains(at) || at.contains(hand)), control, `covered by ${at?.outerHTML.slice(0, 60)}`);
	}

	/** Without script nothing can hold a link back; where it leads, the link checker knows. */
	async function tryLink(link: HTMLAnchorElement) {
		if (!script) return;
		let clicked = false;
		const jump = link.getAttribute("href")?.startsWith("#");
		const hold = (event: Event) => {
			clicked = true;
			if (!jump) event.preventDefault();
		};
		window.addEventListener("click", hold, { once: true });
		link.click();
		expectThat(clicked || link.dataset.chat !== undefined, link, "does not react");
		window.removeEventListener("click", hold);
		if (!jump) return;
		await frame();
		const top = document.getElementById(link.hash.slice(1))?.getBoundingClientRect().top ?? Number.NaN;
		expectThat(top > -2 && top < innerHeight, link, `its part stands at ${top}`);
	}

	async function trySummary(summary: HTMLElement) {
		const details = summary.parentElement as HTMLDetailsElement;
		summary.click();
		expectThat(details.open, summary, "does not open");
		const group = details.name && main.querySelectorAll(`details[name="${details.name}"][open]`).length;
		expectThat(!group || group === 1, summary, "leaves another one open");
		await tryAll(details);
		summary.click();
		expectThat(!details.open, summary, "does not close");
	}

	async function tryRadio(radio: HTMLInputElement) {
		const area = radio.closest(".billing, .hardware") as HTMLElement | null;
		const shown = () => area && [...area.querySelectorAll("li")].filter(visible).length;
		const all = area && [...area.querySelectorAll<HTMLInputElement>(`[name=${radio.name}]`)];
		const before = area && wordsOf(area);
		(handOf(radio) as HTMLElement).click();
		expectThat(radio.checked, radio, "is not chosen");
		if (all && all.indexOf(radio) > 0) expectThat(shown() && wordsOf(area) !== before, radio, "changes nothing");
		if (area) await tryAll(area);
		if (all && radio === all.at(-1)) (handOf(all[0] as Element) as HTMLElement).click();
	}

	async function tryAddToCart(button: HTMLElement) {
		if (!script) return expectThat(/cart lives in/.test(wordsOf(main)), button, "no word that the cart needs script");
		button.click();
		const toast = document.getElementById("toasts")?.lastElementChild;
		const said = toast?.textContent ?? "";
		expectThat(/added to cart/i.test(said), button, `says "${said}"`);
		const dialog = document.querySelector<HTMLDialogElement>("cart-drawer dialog[open]");
		expectThat(badge() > 0, button, "adds nothing");
		if (dialog) await tryDrawer(dialog, button);
		toast?.remove();
	}

	async function tryDrawer(dialog: HTMLDialogElement, opener: Element) {
		const items = dialog.querySelectorAll("[data-items] li").length;
		expectThat(items > 0, opener, "leaves the drawer empty");
		for (const link of dialog.querySelectorAll<HTMLAnchorElement>("a[href]")) {
			seen.add(link);
			reach(link);
			await tryLink(link);
		}
		const remove = dialog.querySelector<HTMLElement>("[data-items] button");
		if (remove) reach(remove);
		remove?.click();
		expectThat(dialog.querySelectorAll("[data-items] li").length === items - 1, opener, "can't be removed again");
		const close = dialog.querySelector<HTMLElement>("[data-close]");
		if (close) seen.add(close);
		close?.click();
		expectThat(!dialog.open, opener, "its drawer stays open");
	}

	function tryCarousel(button: HTMLElement) {
		const dots = [...main.querySelectorAll("slide-carousel [data-dot]")];
		const current = () => dots.findIndex((dot) => dot.getAttribute("aria-current") === "true");
		const turn = button.matches("[data-next]") ? 1 : -1;
		for (let times = 0; times < (button.dataset.dot ? 1 : dots.length); times += 1) {
			const wanted = button.dataset.dot ? Number(button.dataset.dot) : (current() + turn + dots.length) % dots.length;
			button.click();
			expectThat(current() === wanted, button, `shows ${current()} instead of ${wanted}`);
		}
	}

	function tryFigure(input: HTMLInputElement) {
		if (!script) {
			expectThat(input.matches(":disabled") && /turn script on/.test(wordsOf(main)), input, "can be changed in vain");
			return;
		}
		const area = input.closest("profit-calculator") as HTMLElement;
		const [text, value] = [wordsOf(area), input.value];
		const type = (figure: string) => {
			input.value = figure;
			input.dispatchEvent(new Event("input", { bubbles: true }));
		};
		type("7.5");
		expectThat(wordsOf(area) !== text, input, "changes nothing");
		type(value);
		expectThat(wordsOf(area) === text, input, "does not come back to the example");
	}

	function tryField(field: HTMLInputElement) {
		field.focus();
		expectThat(document.activeElement === field, field, "can't be entered");
		expectThat(field.labels?.length, field, "has no label");
	}

	const ways: [selector: string, use: (control: never) => unknown][] = [
		["a", tryLink],
		["summary", trySummary],
		["[type=radio]", tryRadio],
		["[data-add-to-cart]", tryAddToCart],
		["slide-carousel button", tryCarousel],
		["profit-calculator input", tryFigure],
		["input, select, textarea", tryField],
	];

	async function tryOne(control: Element) {
		if (own.some((name) => name.test(nameOf(control)))) return;
		reach(control);
		const way = ways.find(([selector]) => control.matches(selector));
		if (way) await way[1](control as never);
		else problems.push(`${nameOf(control)}: nobody uses it`);
	}

	async function tryAll(area: Element) {
		const next = () =>
			[...area.querySelectorAll(everything)].find(
				(one) => !seen.has(one) && visible(one) && !one.closest("[data-trap]"),
			);
		for (let control = next(); control; control = next()) {
			seen.add(control);
			await tryOne(control);
		}
	}

	await tryAll(main);
	// Where less motion is wanted there is nothing to pause.
	const never = [...main.querySelectorAll(everything)].filter(
		(one) =>
			!seen.has(one) && !one.closest("[data-trap], [data-sent], [data-controls][hidden], [data-pause]") && script,
	);
	return [...problems, ...never.map((control) => `${nameOf(control)}: is never shown`)];
}
