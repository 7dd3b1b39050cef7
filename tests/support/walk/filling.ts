/** Fields, lists of choices, boxes to tick. Runs in the browser, so it may use nothing from outside itself. */
export function fillingInPage(): void {
	const { walker } = window;
	const { script, expectThat, frame, becomes, handOf, losses } = walker;

	type Control = HTMLInputElement | HTMLTextAreaElement;

	/** As the browser does: React hears of it. */
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

	async function holds(field: Control, value: string) {
		const before = field.value;
		put(field, value);
		await frame();
		expectThat(field.value === value, field, "does not keep what is put in");
		put(field, before);
	}

	async function tryText(field: HTMLInputElement | HTMLTextAreaElement) {
		tryField(field);
		if (script && !field.readOnly) await holds(field, "mamba");
	}

	async function trySelect(select: Control & { options: HTMLOptionElement[] }) {
		tryField(select);
		const other = [...select.options].find((option) => !option.selected && !option.disabled);
		if (script && other) await holds(select, other.value);
	}

	/** A tick may show fields, which are used before it is taken back; or it is sent at once, and lost. */
	async function tryCheckbox(box: HTMLInputElement) {
		const before = box.checked;
		const lost = losses();
		handOf(box).click();
		expectThat(box.checked !== before, box, "does not change");
		if (!script) return;
		await frame();
		if (await becomes(lost.any, 20)) {
			await lost.said(box);
			expectThat(await becomes(() => box.checked === before), box, "shows what is not stored");
			return;
		}
		await walker.tryAll(box.closest("fieldset, form") ?? box);
		handOf(box).click();
		expectThat(box.checked === before, box, "does not change back");
	}

	function tryRadio(radio: HTMLInputElement) {
		handOf(radio).click();
		expectThat(radio.checked, radio, "is not chosen");
	}

	walker.ways.push(
		["[type=radio]", tryRadio],
		["[type=checkbox]", tryCheckbox],
		["select", trySelect],
		["textarea, [type=text], [type=search], [type=email], [type=tel], [type=url], [type=password]", tryText],
		["input", tryField],
	);
}
