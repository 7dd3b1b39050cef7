import { href, Link } from "react-router";
import type { Progress } from "../job-progress";
import { JobStatus } from "./job-status";

interface UnfinishedJob {
	readonly id: string;
	readonly orderId: string;
	/** "Registering tujenge.africa" */
	readonly title: string;
	readonly progress: Progress;
}

/** Jobs of paid orders that are not done, with their progress. */
export function UnfinishedJobs({ jobs }: { jobs: readonly UnfinishedJob[] }) {
	return (
		<ul className="divide-y divide-line">
			{jobs.map(({ id, orderId, title, progress }) => (
				<li key={id} className="grid py-2 first:pt-0 last:pb-0">
					<div className="flex flex-wrap items-center justify-between gap-x-4">
						<Link
							to={href("/orders/:orderId", { orderId })}
							className="flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere text-ink underline-offset-4 hover:underline"
						>
							{title}
						</Link>
						<JobStatus progress={progress} />
					</div>
					{progress.message && <p className="max-w-measure text-sm text-muted">{progress.message}</p>}
				</li>
			))}
		</ul>
	);
}
