import { importWhenOnline } from "~/lib/import-script";

let isPageLoading = true;

/**
 * Moves the focus to the alert inside, or else to the first invalid field of the form around it, which on a phone may be
 * far above the submit button. `data-toast` is also shown as a toast.
 */
class FormError extends HTMLElement {
	connectedCallback(): void {
		const message = this.dataset.toast;
		if (message) void importWhenOnline(async () => (await import("./toast")).toast(message, "error"));
		// The visitor may already use the page when its script has loaded.
		if (isPageLoading && document.activeElement !== document.body) return;
		// After React has updated the fields.
		queueMicrotask(() => {
			const alert = this.querySelector<HTMLElement>("[role=alert]");
			// `elements`, because a field may be outside of its form.
			const invalid = [...(this.closest("form")?.elements ?? [])].find((field) => field.matches("[aria-invalid=true]"));
			(alert ?? (invalid as HTMLElement | undefined))?.focus();
		});
	}
}

customElements.define("form-error", FormError);
isPageLoading = false;
