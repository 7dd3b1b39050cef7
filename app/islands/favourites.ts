const key = "favourites";
const maxFavourites = 100;

const isName = (name: unknown): name is string => typeof name === "string" && /^[a-z0-9.-]{3,253}$/.test(name);

/** ASCII names, newest first. Drops everything that is not a name. */
function read(): string[] {
	try {
		const names: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
		return Array.isArray(names) ? names.filter(isName).slice(0, maxFavourites) : [];
	} catch {
		return [];
	}
}

function toggle(name: string): void {
	const names = read();
	const changed = names.includes(name) ? names.filter((each) => each !== name) : [name, ...names];
	try {
		localStorage.setItem(key, JSON.stringify(changed.slice(0, maxFavourites)));
	} catch {
		// Storage is full or blocked.
	}
	show();
}

function show(): void {
	const names = read();
	for (const button of document.querySelectorAll<HTMLElement>("[data-favourite]"))
		button.setAttribute("aria-pressed", String(names.includes(button.dataset.favourite ?? "")));
	const section = document.querySelector<HTMLElement>("[data-favourite-list]");
	const list = section?.querySelector("ul");
	const template = section?.querySelector("template");
	if (!section || !list || !template) return;
	section.hidden = names.length === 0;
	list.replaceChildren(
		...names.map((name) => {
			const item = template.content.cloneNode(true) as DocumentFragment;
			const link = item.querySelector("a");
			if (link) {
				link.href = `${link.pathname}?q=${encodeURIComponent(name)}`;
				link.textContent = name;
			}
			return item;
		}),
	);
}

document.addEventListener("click", ({ target }) => {
	const button = target instanceof Element ? target.closest<HTMLElement>("[data-favourite]") : null;
	if (button?.dataset.favourite) toggle(button.dataset.favourite);
});
window.addEventListener("storage", (event) => event.key === key && show());
document.documentElement.setAttribute("data-favourites", "");
show();
let timer = 0;
// Search results that arrive later.
new MutationObserver((changes) => {
	const isNew = changes.some(({ addedNodes }) =>
		Array.from(addedNodes).some((node) => node instanceof Element && node.querySelector("[data-favourite]")),
	);
	if (!isNew) return;
	clearTimeout(timer);
	timer = window.setTimeout(show);
}).observe(document.body, { childList: true, subtree: true });
