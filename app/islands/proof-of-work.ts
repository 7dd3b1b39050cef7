import { findProof } from "~/lib/proof-of-work";

/**
 * After too many attempts from one network address: computes the proof of work that the server asks for, and sends the
 * form again. Without script the error message says how long to wait.
 */
class ProofOfWork extends HTMLElement {
	async connectedCallback(): Promise<void> {
		const { challenge = "", bits } = this.dataset;
		const field = this.querySelector("input");
		const proof = await findProof({ challenge, bits: Number(bits) });
		const form = field?.form;
		if (!field || !form?.isConnected) return;
		field.value = proof;
		// Without live-form.ts the page was loaded again, and the password is missing.
		if (form.matches(":valid")) form.querySelector<HTMLElement>("[type=submit]")?.click();
	}
}

customElements.define("proof-of-work", ProofOfWork);
