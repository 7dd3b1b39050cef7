/** Tries links, rows, summaries, popovers and dialogs. Runs in the browser, so it may use nothing from outside itself. */
export function openingInPage(): void {
	const { walker } = window;
	const { script, seen, nameOf, expectThat, frame, waitFor, reach, openDialog } = walker;

	/** Without script a click can't be prevented. links.e2e.ts checks where links lead. */
	async function tryLink(link: HTMLAnchorElement) {
		if (!script) return;
		let clicked = false;
		const jump = link.getAttribute("href")?.startsWith("#");
		const hold = (event: Event) => {
			clicked = true;
			if (!jump) event.preventDefault();
		};
		window.addEventListener("click", hold, { once: true, capture: true });
		link.click();
		expectThat(clicked || link.dataset.chat !== undefined, link, "does not react");
		window.removeEventListener("click", hold, { capture: true });
		const dialog = openDialog();
		if (dialog && !dialog.contains(link)) await walker.tryDialog(dialog, link);
		if (!jump) return;
		await frame();
		const top = document.getElementById(link.hash.slice(1))?.getBoundingClientRect().top ?? Number.NaN;
		expectThat(top > -2 && top < innerHeight, link, `its section is at ${top}`);
	}

	/** A row whose open state is in the address. */
	async function tryToggle(link: HTMLAnchorElement) {
		if (!script) return;
		const wanted = String(link.ariaExpanded !== "true");
		link.click();
		const turned = () => link.ariaExpanded === wanted && window.requestLog.pending === 0;
		expectThat(await waitFor(turned), link, "opens nothing");
		expectThat((wanted === "true") === location.search.includes("open="), link, "the address does not change");
	}

	async function trySummary(summary: HTMLElement) {
		const details = summary.parentElement as HTMLDetailsElement;
		const was = details.open;
		if (!was) summary.click();
		expectThat(details.open, summary, "does not open");
		const group = details.name && walker.area.querySelectorAll(`details[name="${details.name}"][open]`).length;
		expectThat(!group || group === 1, summary, "leaves another one open");
		await walker.tryAll(details);
		summary.click();
		expectThat(!details.open, summary, "does not close");
		if (was) summary.click();
	}

	async function tryPopover(button: HTMLButtonElement) {
		const popover = button.popoverTargetElement as HTMLElement;
		const isOpen = () => popover.matches(":popover-open");
		const closer = popover.querySelector<HTMLElement>("[popovertargetaction=hide]");
		if (closer) seen.add(closer);
		button.click();
		expectThat(isOpen(), button, "opens nothing");
		await walker.tryAll(popover);
		// A form or a link in it may lead to another page, which closes it.
		for (let tried = 0; !isOpen() && seen.size > tried; ) {
			tried = seen.size;
			button.click();
			await walker.tryAll(popover);
		}
		if (!isOpen()) button.click();
		if (closer) closer.click();
		else popover.hidePopover();
		expectThat(!isOpen(), button, "its popover can't be closed");
	}

	walker.tryDialog = async (dialog, opener) => {
		expectThat(dialog.ariaLabel || dialog.getAttribute("aria-labelledby"), opener, "opens a dialog without a name");
		const buttons = [...dialog.querySelectorAll<HTMLElement>("button")];
		const closers = buttons.filter((button) => /^(close|cancel)$/i.test(nameOf(button)));
		for (const closer of closers) seen.add(closer);
		await walker.tryAll(dialog);
		if (closers.length === 0) {
			// A click on the backdrop.
			dialog.click();
			expectThat(await waitFor(() => !openDialog()), opener, "opens a dialog that nothing closes");
		}
		for (const closer of closers) {
			if (!openDialog()) opener.click();
			await waitFor(() => closer.checkVisibility());
			reach(closer);
			closer.click();
			expectThat(await waitFor(() => !openDialog()), closer, "does not close the dialog");
		}
	};

	walker.handlers.push(
		["a[aria-expanded]", tryToggle],
		["a", tryLink],
		["summary", trySummary],
		["[popovertarget]", tryPopover],
	);
}
