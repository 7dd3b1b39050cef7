import { href } from "react-router";
import { FilterForm } from "~/components/forms/filter-form";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import type { TeamProjectView } from "../team-view";
import { ProjectState } from "./project-state";

interface TeamProjectsProps {
	q: string;
	projects: readonly TeamProjectView[];
	next: string | null;
}

/** List of all customers' projects. */
export function TeamProjects({ q, projects, next }: TeamProjectsProps) {
	return (
		<>
			<FilterForm label="Projects" searchLabel="Search by project, client or email" q={q} />
			{projects.length === 0 ? (
				<EmptyState icon="folder-kanban" title={q ? "No projects found" : "No projects yet"}>
					{q ? "Try a shorter search." : "Sign in as a customer and create one. It appears here."}
				</EmptyState>
			) : (
				<ol className="grid gap-px overflow-clip rounded-card border border-line bg-line">
					{projects.map(({ id, name, status, progress, customer }) => (
						<li key={id} className="bg-surface hover:bg-lake-wash">
							<a
								href={href("/dev/team/:projectId", { projectId: id })}
								className="grid min-h-11 gap-x-6 gap-y-0.5 px-5 py-3 text-ink no-underline sm:grid-cols-[minmax(0,1fr)_auto]"
							>
								<span className="font-semibold wrap-anywhere">{name}</span>
								<span className="flex items-baseline gap-4 text-sm sm:justify-end">
									<ProjectState status={status} />
									<span className="tabular-nums text-muted">{progress}%</span>
								</span>
								<span className="text-sm text-muted wrap-anywhere">
									{customer.name}, {customer.email}
								</span>
							</a>
						</li>
					))}
				</ol>
			)}
			<Pager next={next} />
		</>
	);
}
