import type { Walker } from "./walker";

interface Settings {
	script: boolean;
	area: string;
}

/** What every way of using a control needs. Runs in the browser, so it may use nothing from outside itself. */
export function toolsInPage({ script, area }: Settings): void {
	const problems: string[] = [];

	function nameOf(control: Element): string {
		const labelled = document.getElementById(control.getAttribute("aria-labelledby") ?? "")?.textContent;
		const label = (control as HTMLInputElement).labels?.[0]?.textContent;
		const words = control.getAttribute("aria-label") || labelled || label || control.textContent;
		return (words ?? "").replace(/\s+/g, " ").trim();
	}

	function expectThat(fact: unknown, control: Element, what: string): void {
		if (!fact) problems.push(`${nameOf(control) || control.outerHTML.slice(0, 80)}: ${what}`);
	}

	const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

	async function becomes(fact: () => unknown, milliseconds = 2_000): Promise<boolean> {
		for (const until = Date.now() + milliseconds; Date.now() < until; await rest(10)) if (fact()) return true;
		return Boolean(fact());
	}

	function handOf(control: Element): HTMLElement {
		const boxed = control instanceof HTMLInputElement && /radio|checkbox/.test(control.type);
		return ((boxed && (control.closest("label") ?? control.labels?.[0])) || control) as HTMLElement;
	}

	function reach(control: Element): void {
		const hand = handOf(control);
		(control as HTMLElement).focus({ preventScroll: true });
		hand.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const box = hand.getClientRects()[0];
		const at = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		expectThat(at && (hand.contains(at) || at.contains(hand)), control, `covered by ${at?.outerHTML.slice(0, 60)}`);
	}

	function watch() {
		let words = "";
		let changed = false;
		const observer = new MutationObserver((records) => {
			changed = true;
			for (const { addedNodes, target } of records)
				for (const node of addedNodes.length ? addedNodes : [target]) words += ` ${node.textContent}`;
		});
		observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
		return { changed: () => changed, words: () => words, end: () => observer.disconnect() };
	}

	function losses() {
		const before = window.held.lost;
		const page = watch();
		const connection = /connection/i;
		return {
			any: () => window.held.lost > before,
			async said(control: Element) {
				const place = control.closest("form, section, dialog");
				// A message that stands there already takes the focus again.
				const heard = () => `${place?.textContent} ${document.activeElement?.closest("[role=alert]")?.textContent}`;
				const told = () => connection.test(page.words()) || connection.test(heard());
				expectThat(await becomes(told), control, "does not say that the connection is down");
				await becomes(() => !control.matches(":disabled") || !control.isConnected);
				page.end();
			},
		};
	}

	window.walker = {
		...{ script, problems, held: window.held, seen: new Set<Element>(), ways: [] },
		area: document.querySelector(area) as HTMLElement,
		...{ nameOf, expectThat, becomes, handOf, reach, watch, losses },
		frame: () => rest(0),
		visible: (element) => element.checkVisibility({ visibilityProperty: true }),
		// biome-ignore lint/performance/useDomNodeTextContent: what is shown counts, not all that is there
		wordsOf: (element) => element.innerText,
		openDialog: () => [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1),
		tryAll: async () => {},
		tryDialog: async () => {},
	} satisfies Walker;
}
