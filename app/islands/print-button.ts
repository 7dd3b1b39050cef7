class PrintButton extends HTMLElement {
	connectedCallback(): void {
		this.addEventListener("click", () => print());
	}
}

customElements.define("print-button", PrintButton);
