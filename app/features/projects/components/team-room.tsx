import { href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Alert } from "~/components/ui/alert";
import { BackLink } from "~/components/ui/back-link";
import { Heading } from "~/components/ui/heading";
import { LinkTabs } from "~/components/ui/link-tabs";
import type { Failure } from "~/lib/result";
import { crew } from "../crew";
import type { Post } from "../project-room";
import type { TeamRoomQuery } from "../team.schema";
import type { TeamAnswer } from "../team-answer";
import type { TeamProjectView, TeamTaskView } from "../team-view";
import { ProjectState } from "./project-state";
import { TeamDiscussion } from "./team-discussion";
import { TeamStanding } from "./team-standing";
import { TeamTasks } from "./team-tasks";

interface TeamRoomProps extends TeamRoomQuery {
	project: TeamProjectView;
	tasks: readonly TeamTaskView[];
	posts: readonly Post[];
	sendKey: string;
	answer: TeamAnswer | undefined;
	/** A form that did not get through to us. */
	lost: Failure | undefined;
}

const doneText: Readonly<Record<NonNullable<TeamRoomQuery["done"]>, string>> = {
	post: "The message is sent.",
	"add-task": "The task is added.",
	assign: "The task is assigned.",
	turn: "The task is changed.",
	update: "The project is changed.",
};

/** A customer's project as the shop's own people work in it. */
export function TeamRoom({ as, done, project, tasks, posts, sendKey, answer, lost }: TeamRoomProps) {
	const { name, status, progress, customer } = project;
	const people = crew.map(({ id, name }) => ({ id, label: name, href: `?as=${id}` }));
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
			<FormError failure={lost ?? null} />
			{done && !answer && !lost && (
				<Alert tone="success" role="status" title={doneText[done]}>
					{customer.name} finds it in the portal, behind the bell and in the{" "}
					<a href={href("/dev/inbox")} className="link">
						inbox
					</a>
					, as far as their settings ask for it.
				</Alert>
			)}
			<div className="grid gap-2">
				<p className="font-medium">You act as</p>
				<LinkTabs label="You act as" tabs={people} current={as} />
			</div>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
				<TeamDiscussion by={as} sendKey={sendKey} posts={posts} answer={answer} />
				<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<TeamStanding by={as} project={project} hasTasks={tasks.length > 0} answer={answer} />
					<TeamTasks by={as} sendKey={sendKey} customer={customer.name} tasks={tasks} answer={answer} />
				</div>
			</div>
		</main>
	);
}
