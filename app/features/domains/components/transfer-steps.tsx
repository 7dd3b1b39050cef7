import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Status } from "~/components/ui/status";
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
		<Card as="section" aria-labelledby="transfer">
			<Heading level={2} size="sm" id="transfer">
				Transfer to us
			</Heading>
			<ol className="mt-3 grid gap-3">
				{steps.map(({ label, state, note }) => (
					<li
						key={label}
						className="grid gap-x-6 sm:grid-cols-[10rem_minmax(0,1fr)]"
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
		</Card>
	);
}
