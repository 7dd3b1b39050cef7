import type { UptimeFigure } from "~/features/health/uptime";

/** Replaces the guaranteed uptime by the measured one. The static page can't contain it. */
async function showFigure(): Promise<void> {
	const figure = await fetchFigure();
	const fact = figure && document.querySelector("[data-uptime]");
	if (!fact) return;
	fact.querySelector("dt")?.replaceChildren(figure.uptime);
	fact.querySelector("dd span")?.replaceChildren(`uptime in the last ${figure.days} days, from our own checks.`);
}

/** Null in the first week, or if there is no answer. */
async function fetchFigure(): Promise<UptimeFigure | null> {
	try {
		const response = await fetch("/api/uptime");
		return response.ok ? await response.json() : null;
	} catch {
		return null;
	}
}

void showFigure();
