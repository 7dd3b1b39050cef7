import { href, useSearchParams } from "react-router";
import { ListHeading, ListTools } from "~/components/layout/portal/list-heading";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { ExpandableList } from "~/components/ui/expandable-list";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import { Stat } from "~/components/ui/stat";
import { withParams } from "~/lib/address";
import { portalPages } from "~/portal-pages";
import type { ProjectStatus } from "../project";
import { projectStatuses, projectStatusName } from "../project";
import type { ProjectRow } from "../project-row";
import type { ProjectListQuery } from "../projects.schema";
import { CreateProject } from "./create-project";
import { projectColumns } from "./project-columns";
import { type ProjectContents, ProjectDetails } from "./project-details";
import { ProjectFilter } from "./project-filter";

const { label, lead } = portalPages.projects;

interface ProjectManagementProps {
	query: ProjectListQuery;
	/** The clients of all projects. */
	clients: readonly string[];
	stats: { total: number; inProgress: number; completed: number; due: number };
	projects: readonly ProjectRow[];
	next: string | null;
	/** Contents of the open project. */
	contents: ProjectContents | null;
}

export function ProjectManagement({ query, stats, clients, projects, next, contents }: ProjectManagementProps) {
	const [params] = useSearchParams();
	const start = (
		<ButtonLink variant="secondary" href={href("/dashboard/projects/new")}>
			Create New Project
		</ButtonLink>
	);
	const all = (
		<RouteButton to={href("/dashboard/projects")} variant="secondary">
			Show all projects
		</RouteButton>
	);
	const addressOf = (status: ProjectStatus | null) =>
		withParams(params, { status, after: null, previous: null, open: null });
	const tabs = [
		{ id: "all", label: "All", href: addressOf(null) },
		...projectStatuses.map((id) => ({ id, label: projectStatusName[id], href: addressOf(id) })),
	];
	const filtered = query.status !== undefined || params.has("after") || query.q !== "" || Boolean(query.client);
	return (
		<div className="list-page">
			<ListHeading
				title={label}
				lead={lead}
				tools={stats.total > 0}
				filtered={query.q !== "" || Boolean(query.client) || query.sort !== "-created"}
			>
				<CreateProject open={query.open} />
			</ListHeading>
			<dl className="grid grid-cols-2 gap-4 max-md:hidden lg:grid-cols-4">
				<Stat label="Total Projects" value={stats.total} />
				<Stat label="In Progress" value={stats.inProgress} />
				<Stat label="Completed" value={stats.completed} />
				<Stat label="Due This Month" value={stats.due} />
			</dl>
			<LinkTabs label="Projects by status" tabs={tabs} current={query.status ?? "all"} />
			{stats.total > 0 && (
				<ListTools label="Search and filter">
					<ProjectFilter query={query} clients={clients} />
				</ListTools>
			)}
			{projects.length > 0 ? (
				<ExpandableList
					caption="Projects"
					columns={projectColumns}
					rows={projects}
					sort={query.sort}
					open={query.open}
					details={(project) => contents && <ProjectDetails project={project} contents={contents} />}
				/>
			) : (
				<Card>
					<EmptyState icon="folder-kanban" title="No projects found" action={filtered ? all : start}>
						{filtered ? "Try other filters." : "Tell us what you want built and follow its progress here."}
					</EmptyState>
				</Card>
			)}
			<Pager next={next} />
		</div>
	);
}
