import { FilterForm } from "~/components/forms/filter-form";
import type { ProjectListQuery } from "../projects.schema";

interface ProjectFilterProps {
	query: Pick<ProjectListQuery, "client" | "q" | "status">;
	clients: readonly string[];
}

/** Search and client. */
export function ProjectFilter({ query: { client, q, status }, clients }: ProjectFilterProps) {
	return (
		<FilterForm
			label="Projects"
			searchLabel="Search by name or client"
			q={q}
			otherParams={{ status }}
			choice={{
				...{ label: "Client", name: "client", value: client, all: "All clients" },
				options: clients.map((name) => ({ value: name, text: name })),
			}}
		/>
	);
}
