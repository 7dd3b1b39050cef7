import { useState } from "react";
import { useFetcher } from "react-router";
import { DialogLink } from "~/components/ui/dialog-link";
import type { Failure } from "~/lib/result";
import { newProject, type ProjectValues } from "../project-form";
import { ProjectFields } from "./project-form";

const page = "/dashboard/projects/new";

/** The page of the same name as a dialog. It forgets everything when it closes, and closes once the project stands open. */
export function CreateProject({ open }: { open: string | undefined }) {
	const [visit, setVisit] = useState(0);
	return (
		<DialogLink href={page} label="Create New Project" place={open} onClose={() => setVisit(visit + 1)}>
			<NewProject key={visit} visit={visit} />
		</DialogLink>
	);
}

function NewProject({ visit }: { visit: number }) {
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
