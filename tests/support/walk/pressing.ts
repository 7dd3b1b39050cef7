/** Buttons: those that send a form, and others. Runs in the browser, so it may use nothing from outside itself. */
export function pressingInPage(): void {
	const { walker } = window;
	const { script, requestLog, nameOf, expectThat, waitFor, watch, blockedWrites, openDialog } = walker;

	/** A submit button sends its form to the form's action, or focuses a field that is missing or invalid. */
	async function trySubmit(button: HTMLButtonElement) {
		if (!script) return;
		const form = button.form as HTMLFormElement;
		const missing = form.noValidate || button.formNoValidate ? null : form.querySelector(":invalid:not(fieldset)");
		const method = form.getAttribute("method")?.toUpperCase();
		const action = new URL(form.getAttribute("action") ?? location.href, document.baseURI).pathname;
		const elsewhere = method === "GET" && action !== location.pathname;
		const was = button.ariaChecked;
		const blocked = blockedWrites();
		const page = watch();
		const lastToast = () => document.getElementById("toasts")?.lastElementChild;
		const toastBefore = lastToast();
		requestLog.requests.length = 0;
		button.click();
		const isSent = () => requestLog.requests.includes(`${method} ${action}`);
		if (missing) {
			expectThat(document.activeElement === missing, button, `does not lead to ${nameOf(missing)}`);
			expectThat(!isSent(), button, "sends what is not complete");
			return;
		}
		const refused = () => document.activeElement?.ariaInvalid === "true";
		// The cart is in the browser and says what it did.
		const isInCart = () => action.endsWith("/cart") && lastToast() !== toastBefore;
		const done = () => isSent() || isInCart() || refused() || (method === undefined && page.changed());
		expectThat(await waitFor(done), button, `sends no ${method} to ${action}, but ${requestLog.requests}`);
		if (blocked.any()) await blocked.expectMessage(button);
		expectThat(await waitFor(() => button.ariaChecked === was), button, "shows what is not stored");
		// The next page focuses its heading, which would close anything opened before.
		if (elsewhere) await waitFor(() => document.activeElement?.localName === "h1", 1_000);
		await waitFor(() => requestLog.pending === 0);
		page.end();
	}

	/** Any other button opens a dialog or changes the page or the clipboard. A drag handle reacts to arrow keys. */
	async function tryButton(button: HTMLButtonElement) {
		if (!script) return expectThat(false, button, "does nothing without script");
		const before = openDialog();
		const page = watch();
		const blocked = blockedWrites();
		requestLog.browserActions.length = requestLog.requests.length = 0;
		const press = (key: string) => button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		const done = () =>
			button.ariaHasPopup === "dialog" ? openDialog() : page.changed() || requestLog.browserActions.length > 0;
		button.focus();
		button.click();
		if (button.dataset.handle !== undefined) for (const key of ["ArrowUp", "ArrowDown"]) press(key);
		expectThat(await waitFor(done), button, "changes nothing");
		if (blocked.any()) await blocked.expectMessage(button);
		page.end();
		const dialog = openDialog();
		if (dialog && dialog !== before) await walker.tryDialog(dialog, button);
	}

	walker.handlers.push(["form [type=submit]", trySubmit], ["button", tryButton]);
}
