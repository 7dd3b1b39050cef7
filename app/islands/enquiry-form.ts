import { importWhenOnline } from "~/lib/import-script";
import type { FailureBody } from "~/lib/result";
import { readAccount } from "./account-hint";

type Answer = { reference?: string } & Partial<FailureBody>;

const unreachable = "We can't reach our server right now. What you typed is still here. Try again in a moment.";
/** First attempt, plus one retry each for an expired form token and for a form that was sent too early. */
const maxAttempts = 3;

/** Sends the form of features/support without leaving the page and shows errors beside the fields. */
class EnquiryForm extends HTMLElement {
	connectedCallback() {
		const form = this.querySelector("form");
		if (!form) return;
		prefill(form);
		// Only when a visitor starts to fill in the form, to save requests.
		form.addEventListener(
			"focusin",
			() => {
				void fetchFormToken(form);
				if (form.querySelector("help-suggestions")) void importWhenOnline(() => import("./help-suggestions"));
			},
			{ once: true },
		);
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			void this.send(form);
		});
	}

	private async send(form: HTMLFormElement) {
		const button = form.querySelector<HTMLButtonElement>("[type=submit]");
		const label = button?.querySelector("span");
		if (!button || !label || button.disabled) return;
		const before = label.textContent;
		button.disabled = true;
		label.textContent = "Sending...";
		const answer = await post(form, maxAttempts).catch((): Answer => ({ error: unreachable }));
		button.disabled = false;
		label.textContent = before;
		if (answer.reference) this.showSent(form, answer.reference);
		else this.showErrors(form, answer);
	}

	private showSent(form: HTMLFormElement, reference: string) {
		form.hidden = true;
		const sent = this.querySelector<HTMLElement>("[data-sent]");
		const place = sent?.querySelector("[data-reference]");
		if (!sent || !place) return;
		place.textContent = reference;
		sent.hidden = false;
		sent.querySelector<HTMLElement>("[tabindex]")?.focus();
	}

	private showErrors(form: HTMLFormElement, { error = unreachable, fields = {} }: Answer) {
		for (const note of form.querySelectorAll("[data-noted]")) note.remove();
		for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
		const invalid = Object.entries(fields).flatMap(([name, message]) => this.markInvalid(form, name, message));
		const alert = form.querySelector<HTMLElement>("[data-failure]");
		const text = alert?.querySelector("p");
		if (!alert || !text) return;
		alert.hidden = invalid.length > 0;
		text.textContent = invalid.length > 0 ? "" : error;
		invalid[0]?.focus();
	}

	/** Returns the field, or nothing if the form has no such field. */
	private markInvalid(form: HTMLFormElement, name: string, message: string): HTMLElement[] {
		const control = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
		const note = form.querySelector("[data-note] p")?.cloneNode(true);
		if (!control || !(note instanceof HTMLElement) || !note.lastChild) return [];
		revealTrap(control);
		note.id = `${control.id}-error`;
		note.dataset.noted = "";
		note.lastChild.textContent = message;
		control.setAttribute("aria-invalid", "true");
		const hint = document.getElementById(`${control.id}-hint`);
		// Before the hint, like FieldNotes.
		control.labels?.[0]?.parentElement?.insertBefore(note, hint);
		control.setAttribute("aria-describedby", hint ? `${note.id} ${hint.id}` : note.id);
		return [control];
	}
}

/** Shows the spam trap if autofill has filled it in, so that a person can clear it. */
function revealTrap(control: HTMLElement) {
	const trap = control.closest("[data-trap]");
	trap?.removeAttribute("class");
	trap?.removeAttribute("aria-hidden");
	if (trap) control.removeAttribute("tabindex");
}

/** Fills in the topic from `?about=` and the contact details from the account hint. */
function prefill(form: HTMLFormElement) {
	const account = readAccount();
	const known = {
		topic: new URLSearchParams(location.search).get("about"),
		name: [account?.firstName, account?.lastName].filter(Boolean).join(" "),
		email: account?.email,
	};
	for (const [name, value] of Object.entries(known)) {
		const control = form.elements.namedItem(name);
		if (!value || !(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
		if (control.value) continue;
		control.value = value;
		// Unknown option: select "Choose…" again.
		if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
	}
}

/** Puts a form token into the form, unless it has one. `renew` replaces it. */
async function fetchFormToken(form: HTMLFormElement, renew = false): Promise<void> {
	const field = form.elements.namedItem("stamp");
	if (!(field instanceof HTMLInputElement) || (field.value && !renew)) return;
	const response = await fetch("/api/enquiries/stamp").catch(() => undefined);
	if (!response?.ok) return;
	const answer: { stamp: string } = await response.json();
	field.value = answer.stamp;
}

async function post(form: HTMLFormElement, attemptsLeft: number): Promise<Answer> {
	const response = await fetch(`/api${new URL(form.action).pathname}`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(Object.fromEntries(new FormData(form))),
	});
	const answer: Answer = await response.json();
	if (attemptsLeft > 1 && answer.code === "unconfirmed") await fetchFormToken(form, true);
	else if (attemptsLeft > 1 && answer.code === "early") await pause(Number(response.headers.get("Retry-After")));
	else return answer;
	return post(form, attemptsLeft - 1);
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

customElements.define("enquiry-form", EnquiryForm);
