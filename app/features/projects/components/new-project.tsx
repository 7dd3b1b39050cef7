import { useFetcher } from "react-router";
import type { Failure } from "~/lib/result";
import { newProject, type ProjectValues } from "../project-form";
import { ProjectFields } from "./project-form";

/** The form of a new project, sent to its page without leaving the one it stands on. A default export, to be brought when asked for. */
export default function NewProject({ visit, page }: { visit: number; page: string }) {
	const fetcher = useFetcher<{ failure: Failure; values?: ProjectValues }>({ key: `new project ${visit}` });
	return (
		<ProjectFields
			values={newProject}
			failure={fetcher.data?.failure}
			submit="Create Project"
			busyText="Creating..."
			busy={fetcher.state !== "idle"}
			Form={fetcher.Form}
			action={page}
		/>
	);
}
