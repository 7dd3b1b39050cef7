import { Link } from "react-router";
import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { JobState } from "../../../db/schema";

export interface SetUp {
	readonly id: string;
	readonly orderId: string;
	/** "Registering tujenge.africa" */
	readonly title: string;
	readonly state: Exclude<JobState, "done">;
	readonly message: string | null;
}

const looks: Readonly<Record<SetUp["state"], { tone: Tone; label: string }>> = {
	queued: { tone: "pending", label: "Being set up" },
	running: { tone: "pending", label: "Being set up" },
	action_required: { tone: "info", label: "Waiting for you" },
	failed: { tone: "danger", label: "We are looking into it" },
};

/** What was paid for and is on its way. */
export function BeingSetUp({ jobs }: { jobs: readonly SetUp[] }) {
	return (
		<ul className="divide-y divide-line">
			{jobs.map(({ id, orderId, title, state, message }) => (
				<li key={id} className="grid gap-1 py-3">
					<div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
						<Link
							to={`/orders/${orderId}`}
							className="break-words font-semibold text-ink underline-offset-4 hover:underline"
						>
							{title}
						</Link>
						<Status tone={looks[state].tone}>{looks[state].label}</Status>
					</div>
					{message && <p className="max-w-measure text-sm text-muted">{message}</p>}
				</li>
			))}
		</ul>
	);
}
