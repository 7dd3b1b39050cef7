import { SubmitButton } from "~/components/forms/submit";
import { pageMeta } from "~/components/layout/page-meta";
import { ToolHead } from "~/components/layout/tool-head";
import { Card } from "~/components/ui/card";
import { servicesContext } from "~/context";
import { headlines, timeInNairobi } from "~/features/health/status-text";
import type { Route } from "./+types/status";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"System status",
		"Check whether our site, payments, email and the other services it depends on are running right now.",
	);

export async function loader({ context }: Route.LoaderArgs) {
	const { health } = context.get(servicesContext);
	const { ok, checkedAt } = await health.report();
	return { text: health.summary(), report: { ok, checkedAt } };
}

/** Shows whether all systems are running. Only `/api/health` says which one fails. */
export default function StatusPage({ loaderData: { text, report } }: Route.ComponentProps) {
	return (
		<status-check class="block">
			<ToolHead
				title={<span data-headline>{headlines[report.ok ? "ok" : "failing"]}</span>}
				lead="We check our site, its database and every other service it needs. Your domains and websites run on separate servers, so they stay up even if our site is down."
			/>
			<div className="page-column grid gap-6">
				<Card as="section" className="grid gap-4" aria-label="Backend">
					<p className="text-lg" role="status">
						<strong>Backend Status:</strong> <span data-text>{text}</span>
					</p>
					<form className="flex flex-wrap gap-3">
						<SubmitButton variant="secondary">Check again</SubmitButton>
					</form>
				</Card>
				<p className="text-sm text-muted" data-checked>
					Checked at <time dateTime={report.checkedAt}>{timeInNairobi(report.checkedAt)} EAT</time>
				</p>
			</div>
		</status-check>
	);
}
