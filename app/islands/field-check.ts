import { importWhenOnline } from "~/lib/import-script";
import { pageReplaced } from "./page-replaced";

let isPointerDown = false;
let whenPointerUp = () => {};

for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
	addEventListener(
		type,
		() => {
			isPointerDown = type === "pointerdown";
			if (isPointerDown) return;
			whenPointerUp();
			whenPointerUp = () => {};
		},
		true,
	);
}

/** Browsers accept a domain without a dot, and spaces in a required field. */
const isWrong = ({ type, validity, value, required }: HTMLInputElement): boolean =>
	!validity.valid || (required && value.trim() === "") || (type === "email" && value !== "" && !/@.+\../.test(value));

/** Shows or hides the message that a field has for a wrong value. */
function showMessage(field: HTMLInputElement, wrong: boolean): void {
	const message = document.getElementById(`${field.id}-error`);
	if (!message?.matches("[role=alert]") || message.hidden !== wrong) return;
	message.hidden = !wrong;
	if (wrong) field.setAttribute("aria-invalid", "true");
	else field.removeAttribute("aria-invalid");
	const hint = document.getElementById(`${field.id}-hint`);
	field.setAttribute("aria-describedby", [wrong ? message.id : "", hint?.id].join(" ").trim());
}

// Not for a field that was only passed through.
document.addEventListener("change", ({ target }) => {
	if (target instanceof HTMLSelectElement) followCountry();
	if (!(target instanceof HTMLInputElement)) return;
	// The message moves what is below. A button that is being pressed must stay in its place until it is clicked.
	const check = () =>
		setTimeout(() => {
			showMessage(target, isWrong(target));
			checkTypo(target);
		});
	if (isPointerDown) whenPointerUp = check;
	else check();
});
document.addEventListener("input", ({ target }) => {
	if (target instanceof HTMLInputElement && !isWrong(target)) showMessage(target, false);
});

/** Loaded when it is needed. */
function checkTypo(field: HTMLInputElement | null): void {
	if (field?.closest("[data-email]"))
		void importWhenOnline(async () => (await import("./email-typo")).checkEmail(field));
}

/** Makes the server's question a button. */
const checkShown = () =>
	checkTypo(document.querySelector("[data-email-typo]:not(:empty)")?.parentElement?.querySelector("input") ?? null);

/** Shows what depends on the chosen country: the country code that a number without one gets, and the postal code. */
function followCountry(): void {
	for (const place of document.querySelectorAll<HTMLElement>("[data-dial-code], [data-postal-code]")) {
		const { dial, postal } = chosenCountry(place)?.dataset ?? {};
		if (dial && "dialCode" in place.dataset) place.textContent = dial;
		if (!postal || !("postalCode" in place.dataset)) continue;
		place.hidden = postal === "none";
		place.querySelector("label span")?.toggleAttribute("hidden", postal === "required");
	}
}

const chosenCountry = (place: Element) =>
	place.closest("form")?.querySelector<HTMLElement>("[name=country] option:checked");

const start = () => {
	followCountry();
	checkShown();
};
document.addEventListener(pageReplaced, start);
start();
