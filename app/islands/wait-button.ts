/** Disables its button for `data-seconds` and counts them down. Without script the server enforces the wait. */
class WaitButton extends HTMLElement {
	private timer = 0;

	connectedCallback(): void {
		const button = this.querySelector("button");
		let left = Number(this.dataset.seconds ?? 0);
		if (!button || !left) return;
		const shown = document.createElement("span");
		shown.className = "tabular-nums";
		button.insertBefore(shown, null);
		const count = () => {
			shown.textContent = left > 0 ? `(${left} s)` : "";
			button.disabled = left > 0;
			if (left <= 0) clearInterval(this.timer);
			left -= 1;
		};
		count();
		this.timer = window.setInterval(count, 1_000);
	}

	disconnectedCallback(): void {
		clearInterval(this.timer);
	}
}

customElements.define("wait-button", WaitButton);
