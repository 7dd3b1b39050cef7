import { useFetcher } from "react-router";
import type { Failure } from "~/lib/result";
import { newProject, type ProjectValues } from "../project-form";
import { ProjectFields } from "./project-form";

/** The form of a new project, for a dialog. A default export, because it is loaded on demand. */
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
