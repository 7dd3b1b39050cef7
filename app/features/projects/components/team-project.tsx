import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { Heading } from "~/components/ui/heading";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { Failure } from "~/lib/result";
import type { Post } from "../project-contents";
import type { TeamProjectQuery } from "../team.schema";
import type { TeamAnswer } from "../team-answer";
import { teamMembers } from "../team-members";
import type { TeamProjectView, TeamTaskView } from "../team-view";
import { ProjectState } from "./project-state";
import { TeamDiscussion } from "./team-discussion";
import { TeamProgress } from "./team-progress";
import { TeamTasks } from "./team-tasks";

interface TeamProjectProps extends TeamProjectQuery {
	project: TeamProjectView;
	tasks: readonly TeamTaskView[];
	posts: readonly Post[];
	sendKey: string;
	answer: TeamAnswer | undefined;
	/** Error of a form that could not be sent. */
	sendFailure: Failure | undefined;
}

const doneText: Readonly<Record<NonNullable<TeamProjectQuery["done"]>, string>> = {
	post: "The message was sent.",
	"add-task": "The task was added.",
	assign: "The task was assigned.",
	turn: "The task was changed.",
	update: "The project was changed.",
};

/** A customer's project, for our team. */
export function TeamProject({ as, done, project, tasks, posts, sendKey, answer, sendFailure }: TeamProjectProps) {
	const { name, status, progress, customer } = project;
	const people = teamMembers.map(({ id, name }) => ({ id, label: name, href: `?as=${id}` }));
	return (
		<main id="main" className="page-column grid grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-12">
			<div className="grid gap-1">
				<BackLink to={href("/dev/team")} reloadDocument>
					All projects
				</BackLink>
				<header className="grid gap-2">
					<Heading level={1} size="md" className="wrap-anywhere">
						{name}
					</Heading>
					<p className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
						<span className="wrap-anywhere">
							{customer.name}, {customer.email}
						</span>
						<ProjectState status={status} />
						<span className="tabular-nums">{progress}%</span>
					</p>
				</header>
			</div>
			<FormError whole failure={sendFailure ?? null} />
			{done && !answer && !sendFailure && (
				<Alert tone="success" role="status" title={doneText[done]}>
					{customer.name} sees it in the portal, in the notifications and in the{" "}
					<a href={href("/dev/inbox")} className="link">
						inbox
					</a>
					, depending on their settings.
				</Alert>
			)}
			<div className="grid gap-2">
				<p className="font-medium">You act as</p>
				<LinkTabs label="You act as" tabs={people} current={as} />
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
				<TeamDiscussion by={as} sendKey={sendKey} posts={posts} answer={answer} />
				<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<TeamProgress by={as} project={project} hasTasks={tasks.length > 0} answer={answer} />
					<TeamTasks by={as} sendKey={sendKey} customer={customer.name} tasks={tasks} answer={answer} />
				</div>
			</div>
		</main>
	);
}
