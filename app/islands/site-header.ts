/** Pixels of scroll after which the header becomes compact and translucent. */
const compactAfter = 10;

/** Makes the header compact on scroll. Closes its `<details>` menus on Escape, on a click or focus elsewhere and on navigation. */
class SiteHeader extends HTMLElement {
	private listeners = new AbortController();

	connectedCallback(): void {
		this.listeners = new AbortController();
		const { signal } = this.listeners;
		const compact = () => this.toggleAttribute("data-compact", window.scrollY > compactAfter);
		window.addEventListener("scroll", compact, { passive: true, signal });
		compact();

		document.addEventListener("click", (event) => this.clicked(event), { signal });
		document.addEventListener("focusin", ({ target }) => this.closeUnless(target), { signal });
		this.addEventListener("keydown", (event) => this.pressed(event), { signal });
		window.addEventListener("popstate", () => this.closeUnless(null), { signal });
		// A page restored from the back/forward cache still has its menus open.
		window.addEventListener("pageshow", () => this.closeUnless(null), { signal });
		window.navigation?.addEventListener("navigatesuccess", () => this.closeUnless(null), { signal });
	}

	disconnectedCallback(): void {
		this.listeners.abort();
	}

	private get open(): HTMLDetailsElement[] {
		return [...this.querySelectorAll<HTMLDetailsElement>("details[open]")];
	}

	private closeUnless(inside: EventTarget | null): void {
		for (const menu of this.open) {
			if (!(inside instanceof Node && menu.contains(inside))) menu.open = false;
		}
	}

	private clicked({ target }: MouseEvent): void {
		const followed = target instanceof Element && target.closest("a") !== null;
		this.closeUnless(followed ? null : target);
	}

	private pressed(event: KeyboardEvent): void {
		if (event.key !== "Escape") return;
		const menu = this.open.pop();
		if (!menu) return;
		menu.open = false;
		menu.querySelector<HTMLElement>("summary")?.focus();
	}
}

customElements.define("site-header", SiteHeader);
