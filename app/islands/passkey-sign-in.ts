import { askForPasskey, supportsPasskeyAutofill, supportsPasskeys } from "~/features/passkeys/browser";

/** Asks for a passkey before its form is sent. Also offers passkeys in the list of the email field. */
class PasskeySignIn extends HTMLElement {
	private waiting = new AbortController();

	connectedCallback(): void {
		const form = this.querySelector("form");
		if (!form || !supportsPasskeys()) return;
		form.classList.remove("invisible");
		form.addEventListener("submit", (event) => {
			if (this.field?.value) return;
			event.preventDefault();
			// Browsers allow only one request at a time.
			this.waiting.abort();
			void this.ask(false, new AbortController().signal);
		});
		void this.offer();
	}

	disconnectedCallback(): void {
		this.waiting.abort();
	}

	private get field(): HTMLInputElement | null {
		return this.querySelector("input");
	}

	private async offer(): Promise<void> {
		this.waiting = new AbortController();
		const { signal } = this.waiting;
		if ((await supportsPasskeyAutofill()) && !signal.aborted) await this.ask(true, signal);
	}

	private async ask(conditional: boolean, signal: AbortSignal): Promise<void> {
		const { challenge = "", rpId = "" } = this.dataset;
		const passkey = await askForPasskey({ challenge, rpId }, { conditional, signal });
		if (!passkey || !this.field) return;
		this.field.value = passkey;
		this.querySelector<HTMLElement>("[type=submit]")?.click();
		// A passkey signs in once.
		this.field.value = "";
	}
}

customElements.define("passkey-sign-in", PasskeySignIn);
