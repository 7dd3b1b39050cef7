import type { UptimeFigure } from "~/features/health/uptime";

/** Replaces the guaranteed uptime by the measured one when its section comes near. The static page can't contain it. */
const fact = document.querySelector("[data-uptime]");

const observer = new IntersectionObserver(
	([entry]) => {
		if (!entry?.isIntersecting) return;
		observer.disconnect();
		void showFigure(entry.target);
	},
	{ rootMargin: "400px" },
);
if (fact) observer.observe(fact);

async function showFigure(fact: Element): Promise<void> {
	const figure = await fetchFigure();
	if (!figure) return;
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
