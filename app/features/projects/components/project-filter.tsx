import { FilterForm } from "~/components/forms/filter-form";
import type { ProjectSort } from "../project";
import type { ProjectListQuery } from "../projects.schema";

interface ProjectFilterProps {
	query: Pick<ProjectListQuery, "client" | "q" | "sort" | "status">;
	clients: readonly string[];
}

const newestFirst = "-created";

const sortNames: Readonly<Record<Exclude<ProjectSort, typeof newestFirst>, string>> = {
	name: "Name, A to Z",
	"-name": "Name, Z to A",
	due: "Due first",
	"-due": "Due last",
};

/** Search, client and order. */
export function ProjectFilter({ query: { client, q, sort, status }, clients }: ProjectFilterProps) {
	return (
		<FilterForm
			label="Projects"
			searchLabel="Search by name or client"
			q={q}
			otherParams={{ status }}
			choices={[
				{
					...{ label: "Client", name: "client", value: client, all: "All clients" },
					options: clients.map((name) => ({ value: name, text: name })),
				},
				{
					...{ label: "Sort by", name: "sort", all: "Newest first" },
					value: sort === newestFirst ? undefined : sort,
					options: Object.entries(sortNames).map(([value, text]) => ({ value, text })),
				},
			]}
		/>
	);
}
