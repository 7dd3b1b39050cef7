import { formatDay, kenya } from "~/lib/dates";
import { dueDayOf, priorityName } from "./project";
import { fileView, postView } from "./project-contents";
import type { ProjectsDesk } from "./projects-desk.server";

type Found = NonNullable<Awaited<ReturnType<ProjectsDesk["find"]>>>;
type Listed = Awaited<ReturnType<ProjectsDesk["list"]>>["items"][number];

/** A row of the list of all customers' projects. */
export const listedProject = ({
	id,
	userId,
	name,
	client,
	status,
	progress,
	dueAt,
	createdAt,
	...customer
}: Listed) => ({
	id,
	customerId: userId,
	name,
	client,
	status,
	progress,
	due: dueAt === null ? "" : formatDay(dueAt, kenya),
	created: formatDay(createdAt, kenya),
	customer: `${customer.firstName} ${customer.lastName}`,
});
export type ListedProjectView = ReturnType<typeof listedProject>;

/** A project with all that its page shows. */
export function deskProjectView({ project, tasks, posts, files, people }: Found, now: number) {
	const { id, userId, name, client, status, progress, dueAt, createdAt, updatedAt } = project;
	return {
		id,
		name,
		client,
		status,
		progress,
		description: project.description,
		priority: priorityName[project.priority],
		technologies: project.technologies.join(", "),
		team: project.team.map((member) => member.name).join(", "),
		dueDate: dueAt === null ? null : dueDayOf(dueAt),
		due: dueAt === null ? "No due date" : formatDay(dueAt, kenya),
		created: formatDay(createdAt, kenya),
		version: updatedAt,
		customer: { id: userId, name: `${project.firstName} ${project.lastName}`, email: project.email },
		tasks: tasks.map(({ id, name, completed, assignee }) => ({ id, name, completed, assignee })),
		posts: posts.items.map((post) =>
			postView({ ...post, own: 0, byTeam: post.authorId === null ? 1 : 0, unread: 0 }, now, kenya),
		),
		next: posts.next,
		files: files.map((file) => fileView(file, kenya)),
		people,
	};
}
export type DeskProjectView = ReturnType<typeof deskProjectView>;
