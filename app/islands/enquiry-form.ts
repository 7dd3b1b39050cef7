import type { FailureBody } from "~/lib/result";
import { readAccount } from "./account-hint";

type Answer = { reference?: string } & Partial<FailureBody>;

const lost = "We can’t reach the shop just now. Nothing is lost: try again in a moment.";
/** Stamp too old, sent too early: each is put right once. */
const attempts = 3;

/** Sends the form of features/support without leaving the page: what is wrong shows beside the fields. */
class EnquiryForm extends HTMLElement {
	connectedCallback() {
		const form = this.querySelector("form");
		if (!form) return;
		prefill(form);
		// Once somebody begins, and not for everybody who passes.
		form.addEventListener("focusin", () => void stamp(form), { once: true });
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			void this.#send(form);
		});
	}

	async #send(form: HTMLFormElement) {
		const button = form.querySelector<HTMLButtonElement>("[type=submit]");
		const label = button?.querySelector("span");
		if (!button || !label || button.disabled) return;
		const before = label.textContent;
		button.disabled = true;
		label.textContent = "Sending...";
		const answer = await post(form, attempts).catch((): Answer => ({ error: lost }));
		button.disabled = false;
		label.textContent = before;
		if (answer.reference) this.#thank(form, answer.reference);
		else this.#refuse(form, answer);
	}

	#thank(form: HTMLFormElement, reference: string) {
		form.hidden = true;
		const sent = this.querySelector<HTMLElement>("[data-sent]");
		const place = sent?.querySelector("[data-reference]");
		if (!sent || !place) return;
		place.textContent = reference;
		sent.hidden = false;
		sent.querySelector<HTMLElement>("[tabindex]")?.focus();
	}

	#refuse(form: HTMLFormElement, { error = lost, fields = {} }: Answer) {
		for (const note of form.querySelectorAll("[data-noted]")) note.remove();
		for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
		const wrong = Object.entries(fields).flatMap(([name, message]) => this.#mark(form, name, message));
		const alert = form.querySelector<HTMLElement>("[data-failure]");
		const words = alert?.querySelector("p");
		if (!alert || !words) return;
		alert.hidden = wrong.length > 0;
		words.textContent = wrong.length > 0 ? "" : error;
		wrong[0]?.focus();
	}

	#mark(form: HTMLFormElement, name: string, message: string): HTMLElement[] {
		const control = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
		const note = form.querySelector("[data-note] p")?.cloneNode(true);
		if (!control || !(note instanceof HTMLElement) || !note.lastChild) return [];
		reveal(control);
		note.id = `${control.id}-error`;
		note.dataset.noted = "";
		note.lastChild.textContent = message;
		control.setAttribute("aria-invalid", "true");
		const hint = document.getElementById(`${control.id}-hint`);
		// As FieldNotes has it: before the hint, or last.
		control.labels?.[0]?.parentElement?.insertBefore(note, hint);
		control.setAttribute("aria-describedby", hint ? `${note.id} ${hint.id}` : note.id);
		return [control];
	}
}

/** The trap caught a person whose browser fills in forms. */
function reveal(control: HTMLElement) {
	const trap = control.closest("[data-trap]");
	trap?.removeAttribute("class");
	trap?.removeAttribute("aria-hidden");
	if (trap) control.removeAttribute("tabindex");
}

/** What `?about=` and the visitor's account say already. */
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
		// No such choice: back to "Choose…".
		if (control instanceof HTMLSelectElement && control.selectedIndex < 0) control.selectedIndex = 0;
	}
}

async function stamp(form: HTMLFormElement, renew = false): Promise<void> {
	const field = form.elements.namedItem("stamp");
	if (!(field instanceof HTMLInputElement) || (field.value && !renew)) return;
	const response = await fetch("/api/enquiries/stamp").catch(() => undefined);
	if (!response?.ok) return;
	const answer: { stamp: string } = await response.json();
	field.value = answer.stamp;
}

async function post(form: HTMLFormElement, left: number): Promise<Answer> {
	const response = await fetch(`/api${new URL(form.action).pathname}`, {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(Object.fromEntries(new FormData(form))),
	});
	const answer: Answer = await response.json();
	if (left > 1 && answer.code === "unconfirmed") await stamp(form, true);
	else if (left > 1 && answer.code === "early") await pause(Number(response.headers.get("Retry-After")));
	else return answer;
	return post(form, left - 1);
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

customElements.define("enquiry-form", EnquiryForm);
