import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { ProjectStatus } from "../project";
import { projectStatusName } from "../project";

const tones: Readonly<Record<ProjectStatus, Tone>> = {
	planned: "neutral",
	"in-progress": "info",
	"on-hold": "pending",
	completed: "success",
};

export function ProjectState({ status }: { status: ProjectStatus }) {
	return <Status tone={tones[status]}>{projectStatusName[status]}</Status>;
}
