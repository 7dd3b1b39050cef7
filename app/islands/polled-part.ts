import { parsePage } from "./page-replaced";
import "./print-button";

/** Milliseconds. Each poll waits longer than the one before. */
const firstDelayMs = 2_000;
const longestDelayMs = 60_000;
const growth = 1.15;

/**
 * `<polled-part id data-state>` is replaced by the one of the same page once that has another state. With `data-poll` it
 * polls, less and less often, and not while the page is hidden. Reloads if the page leads somewhere else.
 *
 * - `data-seconds` on an element inside: counts down to zero, then polls.
 * - `data-offline` on an element inside: shown while there is no connection.
 * - `data-focus` on an element inside: gets the focus after a replacement, unless it is outside of this element.
 */
class PolledPart extends HTMLElement {
	private delay = firstDelayMs;
	private poll: ReturnType<typeof setTimeout> | undefined;
	private tick: ReturnType<typeof setInterval> | undefined;
	private isFetching = false;

	connectedCallback(): void {
		if (this.dataset.poll === undefined) return;
		this.countDown();
		for (const event of ["online", "offline", "pageshow"]) addEventListener(event, this);
		document.addEventListener("visibilitychange", this);
		this.wait();
	}

	disconnectedCallback(): void {
		clearTimeout(this.poll);
		clearInterval(this.tick);
		for (const event of ["online", "offline", "pageshow"]) removeEventListener(event, this);
		document.removeEventListener("visibilitychange", this);
	}

	/** Polls at once when the customer comes back from the phone's M-Pesa prompt, another tab or a lost connection. */
	handleEvent(): void {
		this.showOffline(!navigator.onLine);
		this.delay = firstDelayMs;
		void this.fetch();
	}

	private wait(): void {
		clearTimeout(this.poll);
		this.poll = setTimeout(() => void this.fetch(), this.delay);
		this.delay = Math.min(this.delay * growth, longestDelayMs);
	}

	private async fetch(): Promise<void> {
		if (this.isFetching || document.hidden || !navigator.onLine || !this.isConnected) return;
		this.isFetching = true;
		try {
			const answer = await fetch(location.href, { redirect: "manual", headers: { Accept: "text/html" } });
			this.showOffline(false);
			if (answer.type === "opaqueredirect" || answer.status === 404) location.reload();
			else if (answer.ok) this.show(parsePage(await answer.text()));
		} catch {
			this.showOffline(true);
		}
		this.isFetching = false;
		if (this.isConnected) this.wait();
	}

	private show(page: Document): void {
		const next = page.getElementById(this.id);
		if (!next || !this.isConnected || next.dataset.state === this.dataset.state) return;
		const { activeElement } = document;
		const takesFocus = activeElement === document.body || activeElement?.id === "main" || this.contains(activeElement);
		document.title = page.title;
		this.replaceWith(document.adoptNode(next));
		if (takesFocus) (next.querySelector<HTMLElement>("[data-focus]") ?? document.getElementById("main"))?.focus();
	}

	private showOffline(isOffline: boolean): void {
		const message = this.querySelector<HTMLElement>("[data-offline]");
		if (message) message.hidden = !isOffline;
	}

	private countDown(): void {
		const place = this.querySelector<HTMLElement>("[data-seconds]");
		if (!place) return;
		const end = performance.now() + Number(place.dataset.seconds) * 1_000;
		this.tick = setInterval(() => {
			const left = Math.max(0, Math.ceil((end - performance.now()) / 1_000));
			place.textContent = `${left} s`;
			if (left > 0) return;
			clearInterval(this.tick);
			this.handleEvent();
		}, 1_000);
	}
}

customElements.define("polled-part", PolledPart);
