import type { Held } from "./walker";

/**
 * As long as it is on, nothing that would change anything leaves the page: it is noted, and fails as without a
 * connection.
 * Runs in the browser, so it may use nothing from outside itself.
 */
export function holdInPage(): void {
	if (window.held) {
		window.held.on = true;
		return;
	}
	const held: Held = { on: true, asked: [], did: [], waiting: 0, lost: 0 };
	window.held = held;
	const note = (method: string, address: string) => {
		const { pathname } = new URL(address, document.baseURI);
		held.asked.push(`${method.toUpperCase()} ${pathname.replace(/\.data$/, "")}`);
	};

	const reach = window.fetch;
	window.fetch = async (...asked) => {
		const { method, url } = new Request(...asked);
		note(method, url);
		if (held.on && method !== "GET") {
			held.lost += 1;
			throw new TypeError("Failed to fetch");
		}
		held.waiting += 1;
		return reach(...asked).finally(() => {
			held.waiting -= 1;
		});
	};

	XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
		this.send = () => {
			note(method, String(url));
			held.lost += 1;
			setTimeout(() => this.dispatchEvent(new ProgressEvent("error")));
		};
	};

	window.addEventListener("submit", (event) => {
		const form = event.target as HTMLFormElement;
		const method = event.submitter?.getAttribute("formmethod") ?? form.method;
		if (!held.on || event.defaultPrevented || method === "dialog") return;
		event.preventDefault();
		note(method, form.getAttribute("action") ?? location.href);
	});

	window.open = () => ({ opener: null }) as Window;
	window.print = () => void held.did.push("print");
	if (navigator.clipboard) navigator.clipboard.writeText = async () => void held.did.push("copy");
}
