import { href } from "react-router";
import { customerLink, DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { projectStatuses, projectStatusName } from "../project";
import type { ProjectsQuery } from "../projects-desk.schema";
import type { ListedProjectView } from "../projects-desk-view";
import { ProjectState } from "./project-state";

interface DeskProjectListProps {
	query: ProjectsQuery;
	rows: readonly ListedProjectView[];
	next: string | null;
	canExport: boolean;
}

/** All customers' projects, for staff. */
export const DeskProjectList = ({ query, rows, next, canExport }: DeskProjectListProps) => (
	<DeskPage title="Projects">
		<DeskList
			label="Projects"
			csv={canExport ? href("/desk/projects.csv") : undefined}
			rows={rows}
			next={next}
			filters={[
				{ label: "Name, client or email", name: "q", type: "search", value: query.q },
				{
					label: "Status",
					name: "status",
					value: query.status,
					options: projectStatuses.map((value) => ({ value, text: projectStatusName[value] })),
				},
			]}
			columns={[
				{
					name: "Project",
					cell: ({ id, name, client }) => (
						<RowLink to={href("/desk/projects/:projectId", { projectId: id })} note={client}>
							{name}
						</RowLink>
					),
				},
				{
					name: "Customer",
					place: "row-note",
					cell: customerLink,
				},
				{ name: "Created", cell: ({ created }) => unbroken(created) },
				{ name: "Due", cell: ({ due }) => unbroken(due) },
				{
					name: "Progress",
					place: "row-meta",
					className: "text-end",
					cell: ({ progress }) => <span className="tabular-nums">{progress}%</span>,
				},
				{ name: "Status", place: "row-state", cell: ({ status }) => <ProjectState status={status} /> },
			]}
			empty={{
				icon: "folder-kanban",
				title: "No projects yet",
				text: "Customers create projects in the portal. They are listed here.",
			}}
		/>
	</DeskPage>
);
