import { change, emit, log, notify } from "~/db/change.server";
import { MINUTE } from "~/lib/durations";
import { derivedId } from "~/lib/ids";
import { plainText } from "~/lib/markdown";
import { decodeCursor, toPage } from "~/lib/page";
import { failField, ok } from "~/lib/result";
import { createPostsRepo } from "./posts.repo.server";
import type { Assignee } from "./project";
import { maxTasks } from "./project";
import { createProjectEvents, type ProjectEventDependencies, type Saved } from "./project-events.server";
import { changedFields, type ProjectProgress, progressAfter } from "./project-progress";
import { createTasksRepo } from "./tasks.repo.server";
import { createTeamRepo, type TeamProject } from "./team.repo.server";
import type { TeamChange, TeamChangeOf } from "./team.schema";

export type Team = ReturnType<typeof createTeam>;

/** How many posts of a discussion the team sees at once. */
const shownPosts = 50;

/** Actions of our team in customers' projects. Checks no owner, so only the staff API and the development page may call it. */
export function createTeam(dependencies: ProjectEventDependencies) {
	const { db, clock } = dependencies;
	const repo = createTeamRepo(db);
	const posts = createPostsRepo(db);
	const tasks = createTasksRepo(db);
	const events = createProjectEvents(dependencies);

	function post(projectId: string, { by, key, body }: TeamChangeOf<"post">): Promise<Saved> {
		const id = derivedId("pst", projectId, by.id, key, body);
		return events.add("post", id, projectId, ({ userId, name: project }) => ({
			change: change(
				posts.addByTeam({ userId }, projectId, { id, body }, by.name, clock()),
				log({ kind: "project.post_added", params: { by: by.name, project }, ...byStaff(userId, id) }),
				notify({
					kind: "project.message",
					userId,
					projectId,
					postId: id,
					params: { by: by.name, project, projectId, text: shortened(plainText(body)) },
					once: id,
					wantedBy: "messages",
				}),
				emit({ kind: "mail.project-message", payload: { postId: id }, userId }),
			),
			subjectId: id,
		}));
	}

	function addTask(projectId: string, { by, key, name, assignee }: TeamChangeOf<"add-task">): Promise<Saved> {
		const id = derivedId("tsk", projectId, by.id, key, name);
		return events.add("task", id, projectId, (project) => {
			const { userId } = project;
			const to = assigneeOf(assignee, project);
			const params = { by: by.name, task: name, project: project.name, assignee: to && assigneeParam(to) };
			return {
				change: change(
					tasks.add({ userId }, projectId, { id, name, assignee: to }, clock()),
					tasks.countProgress({ userId }, null, projectId, clock()),
					log({ kind: "project.task_added", params, ...byStaff(userId, id) }),
					to && notifyAssigned({ id, name }, to, project),
				),
				subjectId: id,
				refusal: `This project no longer exists or already has ${maxTasks} tasks.`,
			};
		});
	}

	function assign(projectId: string, { by, taskId, assignee }: TeamChangeOf<"assign">): Promise<Saved> {
		return events.changeTask(projectId, taskId, (task, project) => {
			const { userId } = project;
			const to = assigneeOf(assignee, project);
			if (task.assignee?.id === to?.id) return null;
			const params = { by: by.name, task: task.name, project: project.name, assignee: to && assigneeParam(to) };
			return {
				change: change(
					tasks.assign({ userId }, taskId, to, clock()),
					log({ kind: "project.task_assigned", params, ...byStaff(userId, taskId) }),
					to && notifyAssigned(task, to, project),
				),
				subjectId: taskId,
			};
		});
	}

	/** Notifies the customer that a task was assigned, also by email if they are to do it. */
	const notifyAssigned = ({ id, name: task }: { id: string; name: string }, to: Assignee, project: TeamProject) =>
		change(
			notify({
				kind: "project.task_assigned",
				userId: project.userId,
				projectId: project.id,
				params: { project: project.name, projectId: project.id, task, assignee: assigneeParam(to) },
				once: `${id}:${clock()}`,
				wantedBy: "taskAssignments",
			}),
			to.id === "customer" && emit({ kind: "mail.task-assigned", payload: { taskId: id }, userId: project.userId }),
		);

	function tick(projectId: string, { by, taskId, completed }: TeamChangeOf<"turn">): Promise<Saved> {
		return events.changeTask(projectId, taskId, (task, { userId, name: project }) => {
			if (task.completed === completed) return null;
			const params = { by: by.name, task: task.name, project, completed };
			return {
				change: change(
					tasks.setCompleted({ userId }, taskId, completed, clock()),
					tasks.countProgress({ userId }, taskId, null, clock()),
					tasks.notifyAllDone({ userId }, taskId, clock()),
					log({ kind: "project.task_ticked", params, ...byStaff(userId, taskId) }),
				),
				subjectId: taskId,
			};
		});
	}

	function update(projectId: string, { by, dueDate, ...wanted }: TeamChangeOf<"update">): Promise<Saved> {
		return events.change(projectId, (project, found) => {
			const { userId } = project;
			const { progress } = wanted;
			if (found.length > 0 && progress !== undefined && progress !== project.progress) {
				return failField("progress", followsTasks);
			}
			const after = progressAfter(project, { ...wanted, dueAt: dueDate }, found);
			const changed = changedFields(project, after);
			if (changed.length === 0) return ok(null);
			const params = { by: by.name, project: project.name, changed, ...after };
			return ok({
				change: change(
					repo.update(projectId, after, clock()),
					log({ kind: "project.progress_updated", params, ...byStaff(userId, projectId) }),
					notify({
						kind: "project.updated",
						userId,
						projectId,
						params: { ...params, projectId },
						once: `${projectId}:${clock()}`,
						wantedBy: "projectUpdates",
					}),
					progressEmail(project, clock()),
				),
				subjectId: projectId,
			});
		});
	}

	return {
		/** All customers' projects, newest first. */
		async list({ q = "", after }: { q?: string; after?: string | undefined } = {}) {
			const rows = await repo.list(q, decodeCursor(after));
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** One project with its tasks and newest posts. Null if there is no such project. */
		async find(projectId: string) {
			const [project, foundTasks, foundPosts] = await Promise.all([
				repo.project(projectId),
				repo.tasks(projectId),
				repo.posts(projectId, shownPosts),
			]);
			return project ? { project, tasks: foundTasks, posts: foundPosts } : null;
		},

		/** Safe to send again: the same change is made, logged and notified once. */
		change(projectId: string, wanted: TeamChange): Promise<Saved> {
			switch (wanted.intent) {
				case "post":
					return post(projectId, wanted);
				case "add-task":
					return addTask(projectId, wanted);
				case "assign":
					return assign(projectId, wanted);
				case "turn":
					return tick(projectId, wanted);
				case "update":
					return update(projectId, wanted);
			}
		},
	};
}

const byStaff = (userId: string, subjectId: string) => ({ actor: "staff", owner: { userId }, subjectId }) as const;

const followsTasks = "The progress follows the tasks. Tick off tasks instead.";

function assigneeOf(chosen: TeamChangeOf<"assign">["assignee"], project: TeamProject): Assignee | null {
	if (chosen === "customer") return { id: "customer", name: `${project.firstName} ${project.lastName}` };
	return chosen && { id: chosen.id, name: chosen.name };
}

const assigneeParam = ({ id, name }: Assignee): "customer" | { name: string } =>
	id === "customer" ? "customer" : { name };

/** Progress often changes several times in a row, so one email reports all changes in this time. */
const bundlePeriodMs = 10 * MINUTE;

/** Sent at the end of the ten minutes, with the difference from the progress before the first change in them. */
function progressEmail({ id, userId, status, progress, dueAt }: ProjectProgress & TeamProject, now: number) {
	return emit({
		kind: "mail.project-updated",
		payload: { projectId: id, before: { status, progress, dueAt } },
		userId,
		once: `${id}:${Math.floor(now / bundlePeriodMs)}`,
		delayMs: bundlePeriodMs - (now % bundlePeriodMs),
	});
}

/** The beginning of a long text. */
const shortened = (text: string, most = 160): string =>
	text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, "")} …`;
