import type { ListedArticle } from "~/features/help/article";

type Suggestion = ListedArticle & { readonly href: string };

/** Milliseconds without a key before the server is asked. */
const pauseMs = 700;

/** Characters. Less says nothing about the subject. */
const shortest = 8;

/** Shows articles that may answer what is written in the fields named by `data-fields`. */
class HelpSuggestions extends HTMLElement {
	private wait: ReturnType<typeof setTimeout> | undefined;
	private asked = "";
	private readonly ending = new AbortController();

	connectedCallback(): void {
		const { signal } = this.ending;
		this.closest("form")?.addEventListener("input", () => this.later(), { signal });
		this.later();
	}

	disconnectedCallback(): void {
		clearTimeout(this.wait);
		this.ending.abort();
	}

	private later(): void {
		clearTimeout(this.wait);
		this.wait = setTimeout(() => void this.ask(), pauseMs);
	}

	private async ask(): Promise<void> {
		const text = this.typed();
		if (text === this.asked) return;
		this.asked = text;
		const articles = text.length < shortest ? [] : await fetchArticles(text);
		// An answer to what was written before is out of date.
		if (articles && text === this.asked && this.isConnected) this.show(articles);
	}

	private typed(): string {
		const { elements } = this.closest("form") as HTMLFormElement;
		const names = this.dataset.fields?.split(" ") ?? [];
		return names
			.map((name) => (elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement | null)?.value ?? "")
			.join("\n")
			.trim();
	}

	private show(articles: readonly Suggestion[]): void {
		const shown = Array.from(this.querySelectorAll("a"), (link) => link.pathname).join();
		// Screen readers read a new list aloud, so the same one must stay.
		if (shown === articles.map(({ href }) => href).join()) return;
		this.replaceChildren(...(articles.length > 0 ? [boxOf(articles)] : []));
	}
}

function boxOf(articles: readonly Suggestion[]): HTMLElement {
	const box = element("div", "grid gap-1 rounded-field bg-indigo-wash px-4 py-3");
	const list = element("ul", "");
	const items = articles.map(({ href, title, summary }) => {
		const link = element("a", "link-alone font-semibold wrap-anywhere", title);
		// In another tab, so that what was typed stays.
		Object.assign(link, { href, target: "_blank", rel: "noopener" });
		const item = element("li", "");
		item.replaceChildren(link, element("p", "text-sm text-ink", summary));
		return item;
	});
	list.replaceChildren(...items);
	box.replaceChildren(element("p", "font-semibold", "These articles may help. They open in a new tab."), list);
	return box;
}

function element(name: string, className: string, text = ""): HTMLElement {
	const made = document.createElement(name);
	if (className) made.className = className;
	made.textContent = text;
	return made;
}

/** Null if there is no answer. */
async function fetchArticles(text: string): Promise<readonly Suggestion[] | null> {
	try {
		const response = await fetch("/api/help/suggestions", {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ text: text.slice(0, 2_000) }),
		});
		if (!response.ok) return null;
		const answer: { articles: readonly Suggestion[] } = await response.json();
		return answer.articles;
	} catch {
		return null;
	}
}

customElements.define("help-suggestions", HelpSuggestions);
