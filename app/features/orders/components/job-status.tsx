import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { Progress } from "../job-progress";

const tones: Readonly<Record<Progress["state"], Tone>> = {
	queued: "pending",
	running: "pending",
	action_required: "pending",
	failed: "danger",
	done: "success",
};

export const JobStatus = ({ progress: { state, label } }: { progress: Progress }) => (
	<Status tone={tones[state]}>{label}</Status>
);
