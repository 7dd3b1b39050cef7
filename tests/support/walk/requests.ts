import type { RequestLog } from "./walker";

/**
 * Logs requests. While it is blocking, writes fail as they do without a connection.
 * Runs in the browser, so it may use nothing from outside itself.
 */
export function blockWritesInPage(): void {
	if (window.requestLog) {
		window.requestLog.isBlocking = true;
		return;
	}
	const requestLog: RequestLog = { isBlocking: true, requests: [], browserActions: [], pending: 0, blocked: 0 };
	window.requestLog = requestLog;
	const note = (method: string, address: string) => {
		const { pathname } = new URL(address, document.baseURI);
		requestLog.requests.push(`${method.toUpperCase()} ${pathname.replace(/\.data$/, "")}`);
	};

	const originalFetch = window.fetch;
	window.fetch = async (...input) => {
		const { method, url } = new Request(...input);
		note(method, url);
		if (requestLog.isBlocking && method !== "GET") {
			requestLog.blocked += 1;
			throw new TypeError("Failed to fetch");
		}
		requestLog.pending += 1;
		return originalFetch(...input).finally(() => {
			requestLog.pending -= 1;
		});
	};

	XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
		this.send = () => {
			note(method, String(url));
			requestLog.blocked += 1;
			setTimeout(() => this.dispatchEvent(new ProgressEvent("error")));
		};
	};

	window.addEventListener("submit", (event) => {
		const form = event.target as HTMLFormElement;
		const method = event.submitter?.getAttribute("formmethod") ?? form.method;
		if (!requestLog.isBlocking || event.defaultPrevented || method === "dialog") return;
		event.preventDefault();
		note(method, form.getAttribute("action") ?? location.href);
	});

	window.open = () => ({ opener: null }) as Window;
	window.print = () => void requestLog.browserActions.push("print");
	if (navigator.clipboard) navigator.clipboard.writeText = async () => void requestLog.browserActions.push("copy");
}
