/** Shows and hides the password. The button is hidden without script. */
class PasswordField extends HTMLElement {
	connectedCallback(): void {
		const input = this.querySelector("input");
		const button = this.querySelector("button");
		if (!input || !button) return;
		button.hidden = false;
		const show = (shown: boolean) => {
			input.type = shown ? "text" : "password";
			button.setAttribute("aria-pressed", String(shown));
		};
		button.onclick = () => show(input.type === "password");
		// The browser would remember a visible password as an ordinary text.
		input.form?.addEventListener("submit", () => show(false));
	}
}

customElements.define("password-field", PasswordField);
