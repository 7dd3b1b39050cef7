import { DetailsLink } from "~/components/ui/details-link";
import { RecordTable } from "~/components/ui/record-table";
import { type ListedProject, projectColumns } from "./project-columns";
import { Team } from "./team";

const columns = [
	...projectColumns,
	{ name: "Team", className: "md:max-lg:hidden", cell: ({ team }: ListedProject) => <Team members={team} /> },
];

/** The overview's short list. */
export function ProjectsTable({ projects }: { projects: readonly ListedProject[] }) {
	return (
		<RecordTable
			caption="Software projects"
			columns={columns}
			rows={projects}
			action={{
				name: "Details",
				cell: ({ id, name }) => <DetailsLink to={`/dashboard/projects?open=${id}`} subject={name} />,
			}}
		/>
	);
}
