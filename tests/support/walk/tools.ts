import type { Walker } from "./walker";

interface Settings {
	script: boolean;
	area: string;
}

/** Functions for all control handlers. Runs in the browser, so it may use nothing from outside itself. */
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

	const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

	async function waitFor(fact: () => unknown, milliseconds = 2_000): Promise<boolean> {
		for (const until = Date.now() + milliseconds; Date.now() < until; await sleep(10)) if (fact()) return true;
		return Boolean(fact());
	}

	function clickTarget(control: Element): HTMLElement {
		const boxed = control instanceof HTMLInputElement && /radio|checkbox/.test(control.type);
		return ((boxed && (control.closest("label") ?? control.labels?.[0])) || control) as HTMLElement;
	}

	function reach(control: Element): void {
		const target = clickTarget(control);
		(control as HTMLElement).focus({ preventScroll: true });
		target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const box = target.getClientRects()[0];
		const at = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		expectThat(at && (target.contains(at) || at.contains(target)), control, `covered by ${at?.outerHTML.slice(0, 60)}`);
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

	function blockedWrites() {
		const before = window.requestLog.blocked;
		const page = watch();
		const connection = /connection/i;
		return {
			any: () => window.requestLog.blocked > before,
			async expectMessage(control: Element) {
				const place = control.closest("form, section, dialog");
				// A message that is already shown gets the focus again.
				const text = () => `${place?.textContent} ${document.activeElement?.closest("[role=alert]")?.textContent}`;
				const isShown = () => connection.test(page.words()) || connection.test(text());
				expectThat(await waitFor(isShown), control, "does not say that the connection is down");
				await waitFor(() => !control.matches(":disabled") || !control.isConnected);
				page.end();
			},
		};
	}

	window.walker = {
		...{ script, problems, requestLog: window.requestLog, seen: new Set<Element>(), handlers: [] },
		area: document.querySelector(area) as HTMLElement,
		...{ nameOf, expectThat, waitFor, clickTarget, reach, watch, blockedWrites },
		frame: () => sleep(0),
		visible: (element) => element.checkVisibility({ visibilityProperty: true }),
		// Not textContent, which has hidden text too.
		visibleTextOf: (element) => element.innerText,
		openDialog: () => [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1),
		tryAll: async () => {},
		tryDialog: async () => {},
	} satisfies Walker;
}
