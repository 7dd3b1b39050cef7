import { correctEmail } from "~/features/accounts/email-typo";

/** Asks below an email field whether another domain was meant. The button corrects the address. */
export function checkEmail(field: HTMLInputElement): void {
	const place = field.closest("[data-email]")?.querySelector("[data-email-typo]");
	const meant = field.validity.valid ? correctEmail(field.value) : null;
	if (!place) return;
	if (!meant) {
		place.replaceChildren();
		return;
	}
	const button = document.createElement("button");
	button.type = "button";
	button.className = "link-alone font-semibold";
	button.textContent = meant;
	button.addEventListener("click", () => {
		field.value = meant;
		place.replaceChildren();
		field.focus();
	});
	place.replaceChildren("Did you mean ", button, "?");
}
