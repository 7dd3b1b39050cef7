import { Badge } from "~/components/ui/badge";
import { Fact, Facts } from "~/components/ui/fact";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { ProjectRow } from "../project-row";

export interface Task {
	readonly id: string;
	readonly name: string;
	readonly completed: boolean;
}

/** What opens below a project's row. */
export function ProjectDetails({ project, tasks }: { project: ProjectRow; tasks: readonly Task[] }) {
	return (
		<div className="grid w-full grid-cols-[minmax(0,1fr)] gap-6 pb-4 md:grid-cols-2 lg:grid-cols-3">
			<section className="grid content-start gap-3">
				<Heading level={2} size="xs">
					Details
				</Heading>
				<p className="break-words">{project.description}</p>
				<Facts>
					<Fact term="Priority">{project.priority}</Fact>
					<Fact term="Started">{project.started}</Fact>
					<Fact term="Due">{project.due}</Fact>
				</Facts>
				<ul className="flex flex-wrap gap-2" aria-label="Technologies">
					{project.technologies.map((technology) => (
						<li key={technology}>
							<Badge tone="neutral">{technology}</Badge>
						</li>
					))}
				</ul>
			</section>
			<section className="grid content-start gap-3">
				<Heading level={2} size="xs">
					Tasks
				</Heading>
				{tasks.length === 0 && <p className="text-muted">No tasks yet.</p>}
				<ul className="grid gap-2">
					{tasks.map(({ id, name, completed }) => (
						<li key={id} className="flex gap-2">
							<Icon
								name={completed ? "circle-check" : "clock"}
								className={`mt-0.5 flex-none ${completed ? "text-lake" : "text-muted"}`}
							/>
							<span className="break-words">
								{name}
								<span className="sr-only">{completed ? " (done)" : " (to do)"}</span>
							</span>
						</li>
					))}
				</ul>
			</section>
			<section className="grid content-start gap-3">
				<Heading level={2} size="xs">
					Team
				</Heading>
				{project.team.length === 0 && <p className="text-muted">No team yet.</p>}
				<ul className="dots">
					{project.team.map(({ id, name, role }) => (
						<li key={id}>
							<span>
								{name} <span className="text-muted">{role}</span>
							</span>
						</li>
					))}
				</ul>
			</section>
		</div>
	);
}
