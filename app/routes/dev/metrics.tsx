import { pageTitle } from "~/components/layout/page-title";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { servicesContext } from "~/context";
import { notFound } from "~/lib/responses";
import type { Route } from "./+types/metrics";

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Metrics") }];

export const loader = ({ context }: Route.LoaderArgs) => ({
	sums: (context.get(servicesContext).localMetrics ?? notFound()).all(),
});

/** What Analytics Engine would hold. Works without script. */
export default function Metrics({ loaderData: { sums } }: Route.ComponentProps) {
	return (
		<main id="main" className="page-column grid gap-6 py-8 sm:py-12">
			<header className="grid gap-1">
				<Heading level={1} dot>
					Metrics
				</Heading>
				<p className="text-muted">
					Since the shop was started. Orders and payments in cents, everything else in milliseconds.
				</p>
			</header>
			{sums.length === 0 ? (
				<EmptyState icon="activity" title="No metrics yet">
					Search for a name or pay for an order. The numbers show up here right away.
				</EmptyState>
			) : (
				<ul className="grid gap-px overflow-clip rounded-card border border-line bg-line">
					{sums.map(({ name, dimensions, count, mean, largest }) => (
						<li
							key={[name, ...dimensions].join()}
							className="flex flex-wrap justify-between gap-x-6 gap-y-1 bg-surface p-4 wrap-anywhere"
						>
							<span>
								<strong>{name}</strong> {dimensions.join(" · ")}
							</span>
							<span className="text-muted tabular-nums">
								{count} × {mean} on average, at most {largest}
							</span>
						</li>
					))}
				</ul>
			)}
		</main>
	);
}
