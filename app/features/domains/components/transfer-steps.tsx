import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import type { ProgressStep } from "../transfer-progress";

const looks: Readonly<Record<ProgressStep["state"], { tone: Tone; word: string }>> = {
	done: { tone: "success", word: "Done" },
	now: { tone: "pending", word: "In progress" },
	later: { tone: "neutral", word: "To come" },
	problem: { tone: "danger", word: "Needs attention" },
};

export function TransferSteps({ steps }: { steps: readonly ProgressStep[] }) {
	return (
		<TitledCard title="Transfer to us">
			<ol className="grid gap-3">
				{steps.map(({ label, state, note }) => (
					<li
						key={label}
						className="grid items-baseline gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]"
						aria-current={state === "now" ? "step" : undefined}
					>
						<Status tone={looks[state].tone}>{looks[state].word}</Status>
						<div>
							<p className={state === "later" ? "text-muted" : "font-semibold"}>{label}</p>
							{note && state !== "done" && <p className="text-muted">{note}</p>}
						</div>
					</li>
				))}
			</ol>
		</TitledCard>
	);
}
