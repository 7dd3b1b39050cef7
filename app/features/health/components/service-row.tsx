import { Heading } from "~/components/ui/heading";
import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { ShownService } from "../status-view";
import { UptimeBars } from "./uptime-bars";

const states: Readonly<Record<ShownService["state"], { readonly tone: Tone; readonly text: string }>> = {
	working: { tone: "success", text: "Working" },
	interrupted: { tone: "danger", text: "Interrupted" },
	unknown: { tone: "neutral", text: "No recent check" },
};

/** A service with its state, its last 90 days and the share of successful checks. */
export const ServiceRow = ({ name, about, state, bars, chartText, share, start }: ShownService) => (
	<li className="grid gap-3 border-line border-t py-5">
		<div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
			<Heading level={3} size="sm">
				{name}
			</Heading>
			<Status tone={states[state].tone}>{states[state].text}</Status>
			<p className="basis-full text-sm text-muted">{about}</p>
		</div>
		<UptimeBars bars={bars} text={chartText} />
		<p className="flex flex-wrap justify-between gap-x-6 text-sm text-muted">
			<span>{start}</span>
			<span className="tabular-nums">{share === null ? "Not checked yet" : `${share} of checks succeeded`}</span>
		</p>
	</li>
);
