import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import type { ProjectStatus } from "../../../db/schema";

export const projectLooks: Readonly<Record<ProjectStatus, { tone: Tone; label: string }>> = {
	planned: { tone: "neutral", label: "Planned" },
	"in-progress": { tone: "info", label: "In Progress" },
	"on-hold": { tone: "pending", label: "On Hold" },
	completed: { tone: "success", label: "Completed" },
};

export function ProjectState({ status }: { status: ProjectStatus }) {
	return <Status tone={projectLooks[status].tone}>{projectLooks[status].label}</Status>;
}
