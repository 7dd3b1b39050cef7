import { SubmitButton } from "~/components/forms/submit";
import { pageMeta } from "~/components/layout/page-meta";
import { ToolHead } from "~/components/layout/tool-head";
import { Card } from "~/components/ui/card";
import { TitledSection } from "~/components/ui/titled-section";
import { servicesContext } from "~/context";
import { ServiceRow } from "~/features/health/components/service-row";
import { headlines, timeInNairobi } from "~/features/health/status-text";
import { statusView } from "~/features/health/status-view";
import { SECOND } from "~/lib/durations";
import { withTimeout } from "~/lib/with-timeout";
import type { Route } from "./+types/status";

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = () =>
	pageMeta(
		"System status",
		"Check whether our site, payments, email and the other services it depends on are running right now.",
	);

/** As long as the health report waits for the database. */
const timeoutMs = 2 * SECOND;

export async function loader({ context }: Route.LoaderArgs) {
	const { clock, health, uptime } = context.get(servicesContext);
	const [{ ok, checkedAt }, stored] = await Promise.all([
		health.report(),
		withTimeout(uptime.stored(), timeoutMs).catch(() => null),
	]);
	return { text: health.summary(), report: { ok, checkedAt }, view: stored && statusView(stored, clock()) };
}

/** The page is the same for everyone, so that a browser that comes back within a minute needs no other copy. */
export const headers = () => ({ "Cache-Control": "private, max-age=60" });

/** Shows whether our services work now, and how often each failed in the last 90 days. */
export default function StatusPage({ loaderData: { text, report, view } }: Route.ComponentProps) {
	const time = timeInNairobi(report.checkedAt);
	const isFailing = !report.ok || view?.interrupted;
	return (
		<status-check class="block" data-interrupted={view?.interrupted ? "" : undefined}>
			<ToolHead
				title={<span data-headline>{headlines[isFailing ? "failing" : "ok"]}</span>}
				lead="We check our site, its database and every other service it needs. Your domains and websites run on separate servers, so they stay up even if our site is down."
			/>
			<div className="page-column grid gap-6 pb-10 sm:pb-16">
				<Card as="section" className="grid gap-4" aria-label="Backend">
					<p className="text-lg" role="status">
						<strong>Backend Status:</strong> <span data-text>{text}</span>
					</p>
					<form className="flex flex-wrap gap-3">
						{/* Another address than that of this page, which the browser may keep for a minute. */}
						<input type="hidden" name="after" value={time} />
						<SubmitButton variant="secondary">Check again</SubmitButton>
					</form>
				</Card>
				<p className="text-sm text-muted" data-checked>
					Checked at <time dateTime={report.checkedAt}>{time} EAT</time>
				</p>
				{view ? (
					<>
						<TitledSection title="Last 90 days" className="mt-4">
							<p className="max-w-measure text-sm text-muted">
								We check each service every five minutes. A bar is one day, from 03:00 to 03:00 EAT. A taller red bar is
								a day with an interruption.
							</p>
							<ul className="border-line border-b">
								{view.services.map((service) => (
									<ServiceRow key={service.service} {...service} />
								))}
							</ul>
						</TitledSection>
						<TitledSection title="Recent interruptions" className="mt-4">
							{view.interruptions.length === 0 ? (
								<p className="text-muted">None in the days that we have checked.</p>
							) : (
								<ul className="grid gap-2">
									{view.interruptions.map(({ name, text }) => (
										<li key={name + text}>
											<strong className="font-semibold">{name}:</strong> {text}
										</li>
									))}
								</ul>
							)}
						</TitledSection>
					</>
				) : (
					<p className="text-muted">We can't load the last 90 days right now. Please try again in a few minutes.</p>
				)}
			</div>
		</status-check>
	);
}
