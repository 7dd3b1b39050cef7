import { Fragment } from "react";
import { Card } from "~/components/ui/card";
import { RowToggle } from "~/components/ui/row-toggle";
import { Table } from "~/components/ui/table";
import type { ProjectRow } from "../project-row";
import { ProjectDetails } from "./project-details";
import { ProjectState } from "./project-state";
import { Progress } from "./projects-table";

export interface Task {
	readonly id: string;
	readonly name: string;
	readonly completed: boolean;
}

interface ProjectListProps {
	projects: readonly ProjectRow[];
	open: string | undefined;
	/** Of the open one. */
	tasks: readonly Task[];
}

export function ProjectList({ projects, open, tasks }: ProjectListProps) {
	return (
		<Card className="py-1 sm:py-2">
			<Table caption="Projects" className="rows-middle">
				<thead>
					<tr>
						<th scope="col">Project</th>
						<th scope="col">Status</th>
						<th scope="col">Progress</th>
						<th scope="col">Due</th>
						<th scope="col">
							<span className="sr-only">Details</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{projects.map((project) => (
						<Fragment key={project.id}>
							<tr>
								<th scope="row">
									<span>
										<span className="block font-display font-semibold">{project.name}</span>
										<span className="block text-sm font-normal text-muted">{project.client}</span>
									</span>
								</th>
								<td data-label="Status">
									<ProjectState status={project.status} />
								</td>
								<td data-label="Progress">
									<Progress percent={project.progress} />
								</td>
								<td data-label="Due">{project.due}</td>
								<td>
									<RowToggle id={project.id} open={open === project.id} subject={project.name} />
								</td>
							</tr>
							{open === project.id && (
								<tr className="row-details">
									<td colSpan={5}>
										<ProjectDetails project={project} tasks={tasks} />
									</td>
								</tr>
							)}
						</Fragment>
					))}
				</tbody>
			</Table>
		</Card>
	);
}
