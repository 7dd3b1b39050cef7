import { href } from "react-router";
import { ChangeError } from "~/components/forms/change-error";
import { ChangeForm } from "~/components/forms/change-form";
import { DetailsLink } from "~/components/ui/details-link";
import { RecordTable } from "~/components/ui/record-table";
import { type ListedProject, projectColumns } from "./project-columns";
import { Team } from "./team";

const columns = [
	...projectColumns,
	{ name: "Team", className: "md:max-xl:hidden", cell: ({ team }: ListedProject) => <Team members={team} /> },
];

/** The overview's short list. */
export function ProjectsTable({ projects }: { projects: readonly ListedProject[] }) {
	return (
		<RecordTable
			caption="Software projects"
			columns={columns}
			rows={projects}
			action={{
				name: "Actions",
				cell: ({ id, name, status }) => (
					<div className="flex flex-wrap items-center gap-x-3 xl:flex-nowrap">
						{status !== "completed" && <CompleteProject id={id} name={name} />}
						<DetailsLink to={`${href("/dashboard/projects")}?open=${id}`} subject={name} />
					</div>
				),
			}}
		/>
	);
}

const CompleteProject = ({ id, name }: Pick<ListedProject, "id" | "name">) => (
	<ChangeForm action={href("/dashboard/projects")} change={{ intent: "complete", projectId: id }}>
		{({ busy, failure }) => (
			<>
				<button type="submit" className="link-alone whitespace-nowrap" disabled={busy}>
					Mark complete<span className="sr-only"> {name}</span>
				</button>
				<ChangeError failure={failure} />
			</>
		)}
	</ChangeForm>
);
