/** Milliseconds between two slides. */
const intervalMs = 5_000;

/** Pixels of a swipe that changes the slide. */
const swipeThreshold = 50;

/** Adds previous, next and dot buttons and automatic advance to a row of slides. The index wraps at both ends. */
class SlideCarousel extends HTMLElement {
	private index = 0;
	private timer: ReturnType<typeof setInterval> | undefined;
	private touchX = 0;
	private paused = false;
	/** Whether a scroll started by `show` is running, not one by the visitor. */
	private isScrolling = false;

	connectedCallback() {
		this.toggleAttribute("data-ready", true);
		this.querySelector<HTMLElement>("[data-controls]")?.removeAttribute("hidden");
		this.querySelector("[data-previous]")?.addEventListener("click", () => this.show(this.index - 1));
		this.querySelector("[data-next]")?.addEventListener("click", () => this.show(this.index + 1));
		this.querySelector("[data-pause]")?.addEventListener("click", ({ currentTarget }) => {
			this.paused = !this.paused;
			(currentTarget as Element).setAttribute("aria-pressed", String(this.paused));
			this.start();
		});
		for (const dot of this.dots) dot.addEventListener("click", () => this.show(Number(dot.dataset.dot)));

		for (const event of ["pointerenter", "focusin"]) this.addEventListener(event, () => this.stop());
		for (const event of ["pointerleave", "focusout"]) this.addEventListener(event, () => this.start());
		this.track?.addEventListener(
			"touchstart",
			({ touches }) => {
				this.touchX = touches[0]?.clientX ?? 0;
				this.stop();
			},
			{ passive: true },
		);
		this.track?.addEventListener("touchend", ({ changedTouches }) => {
			const moved = (changedTouches[0]?.clientX ?? this.touchX) - this.touchX;
			if (Math.abs(moved) >= swipeThreshold) this.show(this.index + (moved < 0 ? 1 : -1));
			this.start();
		});
		// Focusing a link in another slide scrolls to that slide.
		this.track?.addEventListener("scrollend", () => this.syncIndex());
		for (const event of ["touchstart", "wheel", "keydown", "focusin"])
			this.track?.addEventListener(event, () => (this.isScrolling = false), { passive: true });
		document.addEventListener("visibilitychange", () => this.start());
		this.updateDots();
		this.start();
	}

	disconnectedCallback() {
		this.stop();
	}

	private get track() {
		return this.querySelector<HTMLElement>("[data-track]");
	}

	private get dots() {
		return [...this.querySelectorAll<HTMLElement>("[data-dot]")];
	}

	private show(index: number) {
		const slides = [...(this.track?.children ?? [])] as HTMLElement[];
		this.index = (index + slides.length) % slides.length;
		const slide = slides[this.index];
		if (slide && this.track) this.track.scrollTo({ left: slide.offsetLeft - this.track.offsetLeft });
		this.isScrolling = true;
		this.updateDots();
	}

	private syncIndex() {
		const { scrollLeft = 0, clientWidth = 0 } = this.track ?? {};
		const reached = clientWidth > 0 ? Math.round(scrollLeft / clientWidth) : this.index;
		// The event of an earlier scroll, while a newer scroll is running.
		if (this.isScrolling && reached !== this.index) return;
		this.isScrolling = false;
		this.index = reached;
		this.updateDots();
	}

	private updateDots() {
		this.dots.forEach((dot, index) => {
			dot.setAttribute("aria-current", String(index === this.index));
		});
	}

	private start() {
		this.stop();
		if (this.paused || document.hidden || this.matches(":hover, :focus-within")) return;
		this.timer = setInterval(() => {
			if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.show(this.index + 1);
		}, intervalMs);
	}

	private stop() {
		clearInterval(this.timer);
	}
}

customElements.define("slide-carousel", SlideCarousel);
