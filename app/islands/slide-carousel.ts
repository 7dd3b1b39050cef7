/** Milliseconds between two slides. */
const interval = 5_000;

/** Pixels a finger has to travel to turn a page. */
const swipeThreshold = 50;

/** Adds previous, next, dots and the slow advance to a row of snapping slides. The index wraps at both ends. */
class SlideCarousel extends HTMLElement {
	#index = 0;
	#timer: ReturnType<typeof setInterval> | undefined;
	#touchX = 0;
	#paused = false;
	/** On its way to a slide by itself, not by hand. */
	#turning = false;

	connectedCallback() {
		this.toggleAttribute("data-ready", true);
		this.querySelector<HTMLElement>("[data-controls]")?.removeAttribute("hidden");
		this.querySelector("[data-previous]")?.addEventListener("click", () => this.#show(this.#index - 1));
		this.querySelector("[data-next]")?.addEventListener("click", () => this.#show(this.#index + 1));
		this.querySelector("[data-pause]")?.addEventListener("click", ({ currentTarget }) => {
			this.#paused = !this.#paused;
			(currentTarget as Element).setAttribute("aria-pressed", String(this.#paused));
			this.#run();
		});
		for (const dot of this.#dots) dot.addEventListener("click", () => this.#show(Number(dot.dataset.dot)));

		for (const event of ["pointerenter", "focusin"]) this.addEventListener(event, () => this.#rest());
		for (const event of ["pointerleave", "focusout"]) this.addEventListener(event, () => this.#run());
		this.#track?.addEventListener(
			"touchstart",
			({ touches }) => {
				this.#touchX = touches[0]?.clientX ?? 0;
				this.#rest();
			},
			{ passive: true },
		);
		this.#track?.addEventListener("touchend", ({ changedTouches }) => {
			const moved = (changedTouches[0]?.clientX ?? this.#touchX) - this.#touchX;
			if (Math.abs(moved) >= swipeThreshold) this.#show(this.#index + (moved < 0 ? 1 : -1));
			this.#run();
		});
		// The keyboard scrolls to the slide whose link it enters.
		this.#track?.addEventListener("scrollend", () => this.#follow());
		for (const event of ["touchstart", "wheel", "keydown", "focusin"])
			this.#track?.addEventListener(event, () => (this.#turning = false), { passive: true });
		document.addEventListener("visibilitychange", () => this.#run());
		this.#mark();
		this.#run();
	}

	disconnectedCallback() {
		this.#rest();
	}

	get #track() {
		return this.querySelector<HTMLElement>("[data-track]");
	}

	get #dots() {
		return [...this.querySelectorAll<HTMLElement>("[data-dot]")];
	}

	#show(index: number) {
		const slides = [...(this.#track?.children ?? [])] as HTMLElement[];
		this.#index = (index + slides.length) % slides.length;
		const slide = slides[this.#index];
		if (slide && this.#track) this.#track.scrollTo({ left: slide.offsetLeft - this.#track.offsetLeft });
		this.#turning = true;
		this.#mark();
	}

	#follow() {
		const { scrollLeft = 0, clientWidth = 0 } = this.#track ?? {};
		const reached = clientWidth > 0 ? Math.round(scrollLeft / clientWidth) : this.#index;
		// The turn before has ended: its event comes when this one is on its way already.
		if (this.#turning && reached !== this.#index) return;
		this.#turning = false;
		this.#index = reached;
		this.#mark();
	}

	#mark() {
		this.#dots.forEach((dot, index) => {
			dot.setAttribute("aria-current", String(index === this.#index));
		});
	}

	#run() {
		this.#rest();
		if (this.#paused || document.hidden || this.matches(":hover, :focus-within")) return;
		this.#timer = setInterval(() => {
			if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.#show(this.#index + 1);
		}, interval);
	}

	#rest() {
		clearInterval(this.#timer);
	}
}

customElements.define("slide-carousel", SlideCarousel);
