import { headlines, timeInNairobi } from "~/features/health/status-text";
import { errorMessage } from "~/lib/error-message";

interface Report {
	readonly ok: boolean;
	readonly checkedAt: string;
}

/** Checks the status again without a page load. */
class StatusCheck extends HTMLElement {
	connectedCallback(): void {
		this.querySelector("form")?.addEventListener("submit", (event) => {
			event.preventDefault();
			void this.check();
		});
	}

	private async check(): Promise<void> {
		this.show({ headline: headlines.checking, text: "Checking backend...", report: null });
		const text = await fetchStatus();
		const report = await fetchReport();
		// The report covers what the site itself needs. The page knows of interruptions of the other services.
		const isWorking = report?.ok && this.dataset.interrupted === undefined;
		const headline = report ? (isWorking ? headlines.ok : headlines.failing) : headlines.unreachable;
		this.show({ headline, text, report });
	}

	private show({ headline, text, report }: { headline: string; text: string; report: Report | null }): void {
		this.querySelector("[data-headline]")?.replaceChildren(headline);
		this.querySelector("[data-text]")?.replaceChildren(text);
		this.querySelector("button")?.toggleAttribute("disabled", headline === headlines.checking);
		// Keeps its place, so that nothing moves.
		this.querySelector("[data-checked]")?.classList.toggle("invisible", report === null);
		if (report) this.querySelector("[data-checked] time")?.replaceChildren(`${timeInNairobi(report.checkedAt)} EAT`);
	}
}

async function fetchStatus(): Promise<string> {
	try {
		const response = await fetch("/api/status");
		return response.ok ? await response.text() : "Error: Backend not responding";
	} catch (error) {
		return `Error: ${errorMessage(error)}`;
	}
}

/** Null if there is no response. The status text already says so. */
async function fetchReport(): Promise<Report | null> {
	try {
		return await (await fetch("/api/health")).json();
	} catch {
		return null;
	}
}

customElements.define("status-check", StatusCheck);
