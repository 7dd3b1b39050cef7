import { Link } from "react-router";
import { Bar } from "~/components/ui/bar";
import { Table } from "~/components/ui/table";
import type { ProjectStatus } from "../../../db/schema";
import { progressTone } from "../project";
import { ProjectState } from "./project-state";
import { type Member, Team } from "./team";

export interface ListedProject {
	readonly id: string;
	readonly name: string;
	readonly client: string;
	readonly status: ProjectStatus;
	readonly progress: number;
	readonly due: string;
	readonly team: readonly Member[];
}

/** The overview's short list. */
export function ProjectsTable({ projects }: { projects: readonly ListedProject[] }) {
	return (
		<Table caption="Software projects">
			<thead>
				<tr>
					<th scope="col">Project</th>
					<th scope="col">Status</th>
					<th scope="col">Progress</th>
					<th scope="col">Due</th>
					<th scope="col" className="md:max-lg:hidden">
						Team
					</th>
					<th scope="col">
						<span className="sr-only">Details</span>
					</th>
				</tr>
			</thead>
			<tbody>
				{projects.map(({ id, name, client, status, progress, due, team }) => (
					<tr key={id}>
						<th scope="row">
							<span>
								<span className="block font-display font-semibold">{name}</span>
								<span className="block text-sm font-normal text-muted">{client}</span>
							</span>
						</th>
						<td data-label="Status">
							<ProjectState status={status} />
						</td>
						<td data-label="Progress">
							<Progress percent={progress} />
						</td>
						<td data-label="Due">
							<span className="whitespace-nowrap">{due}</span>
						</td>
						<td data-label="Team" className="md:max-lg:hidden">
							<Team members={team} />
						</td>
						<td>
							<Link to={`/dashboard/projects?open=${id}`} className="link inline-flex min-h-11 items-center">
								Details<span className="sr-only"> of {name}</span>
							</Link>
						</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}

export function Progress({ percent }: { percent: number }) {
	return (
		<span className="flex min-w-28 items-center gap-3">
			<Bar percent={percent} tone={progressTone(percent)} />
			<span className="text-sm tabular-nums">{percent}%</span>
		</span>
	);
}
