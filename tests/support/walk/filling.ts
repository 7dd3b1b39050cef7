/** Fields, lists of choices, boxes to tick. Runs in the browser, so it may use nothing from outside itself. */
export function fillingInPage(): void {
	const { walker } = window;
	const { script, expectThat, frame, waitFor, clickTarget, blockedWrites } = walker;

	type Control = HTMLInputElement | HTMLTextAreaElement;

	/** Sets a value and fires the events that React listens to. */
	function put(control: Control, value: string): void {
		const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value") ?? {};
		set?.call(control, value);
		for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
	}

	function tryField(field: Control) {
		field.focus();
		expectThat(document.activeElement === field, field, "can't be entered");
		expectThat(field.labels?.length || field.ariaLabel, field, "has no label");
	}

	async function expectValue(field: Control, value: string) {
		const before = field.value;
		put(field, value);
		await frame();
		expectThat(field.value === value, field, "does not keep its value");
		put(field, before);
	}

	async function tryText(field: HTMLInputElement | HTMLTextAreaElement) {
		tryField(field);
		if (script && !field.readOnly) await expectValue(field, "mamba");
	}

	async function trySelect(select: Control & { options: HTMLOptionElement[] }) {
		tryField(select);
		const other = [...select.options].find((option) => !option.selected && !option.disabled);
		if (script && other) await expectValue(select, other.value);
	}

	/** A checkbox may show fields, which are tried before it is unchecked, or be sent immediately, which is blocked. */
	async function tryCheckbox(box: HTMLInputElement) {
		const before = box.checked;
		const blocked = blockedWrites();
		clickTarget(box).click();
		expectThat(box.checked !== before, box, "does not change");
		if (!script) return;
		await frame();
		if (await waitFor(blocked.any, 20)) {
			await blocked.expectMessage(box);
			expectThat(await waitFor(() => box.checked === before), box, "shows a value that is not stored");
			return;
		}
		await walker.tryAll(box.closest("fieldset, form") ?? box);
		clickTarget(box).click();
		expectThat(box.checked === before, box, "does not change back");
	}

	function tryRadio(radio: HTMLInputElement) {
		clickTarget(radio).click();
		expectThat(radio.checked, radio, "is not chosen");
	}

	walker.handlers.push(
		["[type=radio]", tryRadio],
		["[type=checkbox]", tryCheckbox],
		["select", trySelect],
		["textarea, [type=text], [type=search], [type=email], [type=tel], [type=url], [type=password]", tryText],
		["input", tryField],
	);
}
