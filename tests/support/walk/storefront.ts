/** Tries the controls that only static pages have. Runs in the browser, so it may use nothing from outside itself. */
export function storefrontInPage(): void {
	const { walker } = window;
	const { script, seen, area, expectThat, clickTarget, reach, visible, visibleTextOf, waitFor } = walker;
	const badge = () => Number(document.querySelector("cart-badge")?.textContent ?? 0);

	/** Each choice of prices or products shows another list. */
	async function tryChoice(radio: HTMLInputElement) {
		const part = radio.closest(".slip, .billing, .hardware") as HTMLElement;
		const shown = () => [...part.querySelectorAll("li, dd")].filter(visible).length;
		const all = [...part.querySelectorAll<HTMLInputElement>(`[name=${radio.name}]`)];
		const before = visibleTextOf(part);
		clickTarget(radio).click();
		expectThat(radio.checked, radio, "is not chosen");
		if (all.indexOf(radio) > 0) expectThat(shown() && visibleTextOf(part) !== before, radio, "changes nothing");
		await walker.tryAll(part);
		if (radio === all.at(-1)) clickTarget(all[0] as Element).click();
	}

	async function tryAddToCart(button: HTMLElement) {
		if (!script) {
			const form = button.closest("form");
			return expectThat(form?.method === "post" && new FormData(form).get("item"), button, "sends nothing");
		}
		const isAdded = button.closest("[data-added]") !== null;
		button.click();
		const toast = () => document.getElementById("toasts")?.lastElementChild;
		const drawer = () => document.querySelector<HTMLDialogElement>("cart-drawer dialog[open]");
		const said = () => (drawer()?.querySelector("[data-banner]") ?? toast())?.textContent ?? "";
		const expected = isAdded ? /already in the cart/i : /added to cart/i;
		expectThat(await waitFor(() => expected.test(said())), button, `says "${said()}"`);
		expectThat(badge() > 0, button, "adds nothing");
		const dialog = drawer();
		if (dialog) await tryDrawer(dialog, button);
		toast()?.remove();
	}

	async function tryDrawer(dialog: HTMLDialogElement, opener: Element) {
		const count = () => dialog.querySelectorAll("[data-items] li").length;
		const items = count();
		expectThat(items > 0, opener, "leaves the drawer empty");
		for (const link of dialog.querySelectorAll<HTMLAnchorElement>("a[href]")) {
			seen.add(link);
			reach(link);
		}
		const remove = dialog.querySelector<HTMLElement>("[data-items] button");
		if (remove) reach(remove);
		remove?.click();
		expectThat(await waitFor(() => count() === items - 1), opener, "can't be removed again");
		const close = dialog.querySelector<HTMLElement>("[data-close]");
		if (close) seen.add(close);
		close?.click();
		expectThat(!dialog.open, opener, "the drawer stays open");
	}

	function tryCarousel(button: HTMLElement) {
		const dots = [...area.querySelectorAll("slide-carousel [data-dot]")];
		const current = () => dots.findIndex((dot) => dot.getAttribute("aria-current") === "true");
		const turn = button.matches("[data-next]") ? 1 : -1;
		for (let times = 0; times < (button.dataset.dot ? 1 : dots.length); times += 1) {
			const wanted = button.dataset.dot ? Number(button.dataset.dot) : (current() + turn + dots.length) % dots.length;
			button.click();
			expectThat(current() === wanted, button, `shows ${current()} instead of ${wanted}`);
		}
	}

	function tryFigure(input: HTMLInputElement) {
		if (!script) {
			expectThat(
				input.matches(":disabled") && /Turn on JavaScript/.test(visibleTextOf(area)),
				input,
				"can be changed without effect",
			);
			return;
		}
		const part = input.closest("profit-calculator") as HTMLElement;
		const [text, value] = [visibleTextOf(part), input.value];
		const type = (figure: string) => {
			input.value = figure;
			input.dispatchEvent(new Event("input", { bubbles: true }));
		};
		type("7.5");
		expectThat(visibleTextOf(part) !== text, input, "changes nothing");
		type(value);
		expectThat(visibleTextOf(part) === text, input, "does not come back to the example");
	}

	walker.handlers.push(
		[".slip [type=radio], .billing [type=radio], .hardware [type=radio]", tryChoice],
		["add-to-cart button", tryAddToCart],
		["slide-carousel button", tryCarousel],
		["profit-calculator input", tryFigure],
	);
}
