/** Buttons: those that send a form, and others. Runs in the browser, so it may use nothing from outside itself. */
export function pressingInPage(): void {
	const { walker } = window;
	const { script, held, nameOf, expectThat, becomes, watch, losses, openDialog } = walker;

	/** It sends its form where the form says, or leads to the field that is missing or wrong. */
	async function trySubmit(button: HTMLButtonElement) {
		if (!script) return;
		const form = button.form as HTMLFormElement;
		const missing = form.noValidate || button.formNoValidate ? null : form.querySelector(":invalid:not(fieldset)");
		const method = form.getAttribute("method")?.toUpperCase();
		const action = new URL(form.getAttribute("action") ?? location.href, document.baseURI).pathname;
		const elsewhere = method === "GET" && action !== location.pathname;
		const was = button.ariaChecked;
		const lost = losses();
		const page = watch();
		held.asked.length = 0;
		button.click();
		const asked = () => held.asked.includes(`${method} ${action}`);
		if (missing) {
			expectThat(document.activeElement === missing, button, `does not lead to ${nameOf(missing)}`);
			expectThat(!asked(), button, "sends what is not complete");
			return;
		}
		const refused = () => document.activeElement?.ariaInvalid === "true";
		const done = () => asked() || refused() || (method === undefined && page.changed());
		expectThat(await becomes(done), button, `sends no ${method} to ${action}, but ${held.asked}`);
		if (lost.any()) await lost.said(button);
		expectThat(await becomes(() => button.ariaChecked === was), button, "shows what is not stored");
		// Another page takes the focus; what is opened before it stands would close.
		if (elsewhere) await becomes(() => document.activeElement?.localName === "h1", 1_000);
		await becomes(() => held.waiting === 0);
		page.end();
	}

	/** It changes something: a dialog, a word, the clipboard, by a press or (a handle) by its arrow keys. */
	async function tryButton(button: HTMLButtonElement) {
		if (!script) return expectThat(false, button, "is dead without script");
		const before = openDialog();
		const page = watch();
		const lost = losses();
		held.did.length = held.asked.length = 0;
		const press = (key: string) => button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		const done = () => (button.ariaHasPopup === "dialog" ? openDialog() : page.changed() || held.did.length > 0);
		button.focus();
		button.click();
		if (button.dataset.handle !== undefined) for (const key of ["ArrowUp", "ArrowDown"]) press(key);
		expectThat(await becomes(done), button, "changes nothing");
		if (lost.any()) await lost.said(button);
		page.end();
		const dialog = openDialog();
		if (dialog && dialog !== before) await walker.tryDialog(dialog, button);
	}

	walker.ways.push(["form [type=submit]", trySubmit], ["button", tryButton]);
}
