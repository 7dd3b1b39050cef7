import { provideExtensions } from "~/features/catalog/known-extensions";
import type { Answer } from "~/features/domains/answer";
import { extensionIn, withExtension } from "~/features/domains/domain-input";
import { formatCount } from "~/lib/format-count";
import { liveFormHeader } from "~/lib/live-form";
import type { FailureBody } from "~/lib/result";
import type { Added } from "./add-to-cart";
import "./cart-summary";
import "./favourites";
import { parsePage } from "./page-replaced";
import { toast } from "./toast";

/** The search form: keeps the text box and the extension in sync, and shows that a search is on its way. */
function startForm(form: HTMLFormElement, box: HTMLInputElement): void {
	let chosen: string | null = null;
	const buttons = Array.from(form.querySelectorAll<HTMLButtonElement>("[name=tld]"));
	const listed = new Set(buttons.map(({ value }) => value));
	provideExtensions({ isSold: (tld) => listed.has(tld), isKnown: (tld) => listed.has(tld) });

	const showExtension = () => {
		const tld = extensionIn(box.value) ?? chosen;
		for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === tld));
	};

	box.addEventListener("input", () => {
		setBusy(form, false);
		showExtension();
	});
	form.addEventListener("submit", (event) => {
		const picked = (event as SubmitEvent).submitter;
		if (picked instanceof HTMLButtonElement && picked.name === "tld") {
			event.preventDefault();
			chosen = picked.value;
			box.value = withExtension(box.value, chosen);
			const list = picked.closest("details");
			if (list) list.open = false;
			showExtension();
			box.focus();
		} else if (box.value.trim() === "") {
			event.preventDefault();
			box.focus();
		} else {
			if (chosen && !extensionIn(box.value)) box.value = withExtension(box.value, chosen);
			setBusy(form, true);
		}
	});
	// A page restored from the back/forward cache.
	window.addEventListener("pageshow", ({ persisted }) => persisted && setBusy(form, false));
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
	const button = form.querySelector<HTMLButtonElement>("[data-busy-text]");
	const label = button?.querySelector("span");
	if (!button || !label || button.disabled === busy) return;
	button.disabled = busy;
	label.textContent = (busy ? button.dataset.busyText : button.dataset.text) ?? "";
}

/** The list of all extensions: arrow keys, Home and End as in a menu. Closes on Escape and on a click or focus outside. */
function startList(list: HTMLDetailsElement): void {
	const summary = list.querySelector("summary");
	const buttons = [...list.querySelectorAll("button")];
	const closeUnlessInside = ({ target }: Event) => {
		if (target instanceof Node && !list.contains(target)) list.open = false;
	};
	document.addEventListener("pointerdown", closeUnlessInside);
	document.addEventListener("focusin", closeUnlessInside);
	list.addEventListener("keydown", (event) => {
		if (event.key === "Escape" && list.open) {
			list.open = false;
			summary?.focus();
			return;
		}
		const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
		const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
		const target = targets[event.key];
		if (target === undefined || (event.target === summary && event.key !== "ArrowDown")) return;
		event.preventDefault();
		list.open = true;
		buttons[(target + buttons.length) % buttons.length]?.focus();
	});
}

/** Moves the focus to the answer when it appears, and reads the progress to screen readers. */
function watchResults(): void {
	const status = document.querySelector("[data-search-status]");
	const say = (text: string) => {
		if (status && status.textContent !== text) status.textContent = text;
	};
	// React first inserts what arrives in a hidden element.
	const findShown = (selector: string) => {
		const element = document.querySelector<HTMLElement>(selector);
		return element?.getClientRects().length ? element : null;
	};
	let isFocused = false;
	const look = () => {
		const answer = findShown("#answer");
		if (answer && !isFocused) {
			isFocused = true;
			if (document.activeElement === document.body) answer.focus({ preventScroll: true });
		}
		const addAll = document.querySelector<HTMLElement>("[data-add-all]");
		if (addAll) addAll.hidden = false;
		const found = findShown("[data-found]")?.dataset.found;
		if (found) {
			say(found);
			observer.disconnect();
		} else if (document.querySelector("[data-searching]")) say("Searching...");
	};
	const observer = new MutationObserver(look);
	observer.observe(document.body, { childList: true, subtree: true });
	look();
}

/** Opens the search for a name only if its registry now answers. */
async function retry(link: HTMLAnchorElement, name: string, tld: string): Promise<void> {
	link.setAttribute("aria-disabled", "true");
	try {
		const query = new URLSearchParams({ q: name, tlds: tld });
		const response = await fetch(`/api/domains/search?${query}`, { headers: { Accept: "application/json" } });
		const body: Answer[] | Partial<FailureBody> = await response.json();
		if (!Array.isArray(body)) throw new Error(body.error);
		const answer = body.find(({ domain }) => domain === name);
		if (!answer) throw new Error();
		if (answer.state === "unknown") toast(`The registry of ${name} is still not answering.`, "info");
		else location.assign(link.href);
	} catch (error) {
		toast((error instanceof Error && error.message) || "Something went wrong.", "error");
	} finally {
		link.removeAttribute("aria-disabled");
	}
}

/** Presses every button of a list whose name is not in the cart, and says once what happened. */
async function addAll(list: HTMLElement): Promise<void> {
	if (list.hasAttribute("data-adding")) return;
	list.setAttribute("data-adding", "");
	const buttons = list.querySelectorAll<HTMLElement>("add-to-cart:not([data-added]) button");
	const answers = await collectAnswers(list, buttons);
	list.removeAttribute("data-adding");
	const count = answers.filter(({ added }) => added).length;
	const failure = answers.find(({ added }) => !added);
	if (failure) toast(failure.message, "error");
	if (count > 0) toast(`${formatCount(count, "name")} added to cart.`, "success");
	else if (!failure) toast("All of them are in the cart.", "info");
}

/** Presses the buttons and waits for the answer to each. */
function collectAnswers(list: HTMLElement, buttons: NodeListOf<HTMLElement>): Promise<readonly Added[]> {
	const answers: Added[] = [];
	return new Promise((resolve) => {
		const finish = () => {
			list.removeEventListener("cart:added", collect as EventListener);
			resolve(answers);
		};
		const collect = (event: DocumentEventMap["cart:added"]) => {
			event.preventDefault();
			answers.push(event.detail);
			if (answers.length === buttons.length) finish();
		};
		list.addEventListener("cart:added", collect as EventListener);
		for (const button of buttons) button.click();
		if (buttons.length === 0) finish();
	});
}

/** Longer than between two presses of an arrow key, each of which changes the choice. */
const keyboardPauseMs = 800;

/** The request for filtered results. A newer one ends it. */
let latest: AbortController | undefined;

/** Applies a changed filter. */
function startFilters(form: HTMLFormElement): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let byKeyboard = false;
	document.addEventListener("pointerdown", () => {
		byKeyboard = false;
	});
	document.addEventListener("keydown", ({ key }) => {
		byKeyboard = key !== "Enter";
	});
	document.addEventListener("change", ({ target }) => {
		if (!(target instanceof HTMLSelectElement) || target.form !== form) return;
		clearTimeout(timer);
		timer = setTimeout(() => void showFiltered(form, target.name), byKeyboard ? keyboardPauseMs : 0);
	});
	// A page restored from the back/forward cache shows the results of the earlier choices.
	window.addEventListener("pageshow", ({ persisted }) => {
		if (persisted) for (const select of filtersOf(form)) resetFilter(select);
	});
}

function filtersOf({ elements }: HTMLFormElement): HTMLSelectElement[] {
	const filters: HTMLSelectElement[] = [];
	for (const element of elements) if (element instanceof HTMLSelectElement) filters.push(element);
	return filters;
}

function resetFilter(select: HTMLSelectElement): void {
	select.selectedIndex = [...select.options].findIndex(({ defaultSelected }) => defaultSelected);
}

/** Replaces the results by those of the chosen filters, and keeps the focus on the one that was changed. */
async function showFiltered(form: HTMLFormElement, name: string): Promise<void> {
	const fields = new FormData(form) as unknown as Record<string, string>;
	const address = `${location.pathname}?${new URLSearchParams(fields)}`;
	latest?.abort();
	latest = new AbortController();
	const { signal } = latest;
	const results = document.querySelector("[data-results]");
	// While answers arrive, React's scripts still insert them.
	if (!results?.querySelector("[data-found]")) return location.assign(address);
	results.setAttribute("aria-busy", "true");
	try {
		const answer = await fetch(address, { headers: { [liveFormHeader]: "1", Accept: "text/html" }, signal });
		const page = parsePage(await answer.text());
		const next = page.querySelector("[data-results]");
		if (!next) return location.assign(address);
		const isOpen = results.querySelector("details")?.open;
		results.replaceWith(next);
		next.querySelector("details")?.toggleAttribute("open", isOpen);
		document.title = page.title;
		history.replaceState(null, "", address);
		filtersOf(form)
			.find((each) => each.name === name)
			?.focus({ preventScroll: true });
		watchResults();
	} catch {
		if (!signal.aborted) location.assign(address);
	}
}

document.addEventListener("click", ({ target }) => {
	const button = target instanceof Element ? target.closest("[data-add-all]") : null;
	const list = button?.closest<HTMLElement>("[data-bulk]");
	if (list) void addAll(list);
});

document.addEventListener("click", (event) => {
	const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-retry]") : null;
	const { retry: name, tld } = link?.dataset ?? {};
	if (!link || !name || !tld || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	if (!link.hasAttribute("aria-disabled")) void retry(link, name, tld);
});

const form = document.querySelector<HTMLFormElement>("[data-search]");
const box = form?.querySelector<HTMLInputElement>("[name=q]");
const list = form?.querySelector<HTMLDetailsElement>("[data-extensions]");
if (form && box) {
	startForm(form, box);
	startFilters(form);
}
if (list) startList(list);
watchResults();
form?.setAttribute("data-started", "");
