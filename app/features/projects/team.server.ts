import type { Effect } from "~/db/outbox.server";
import { type Assignee, projectPosts, projectTasks } from "~/db/schema";
import { MINUTE } from "~/lib/durations";
import { idOf } from "~/lib/ids";
import { plainText } from "~/lib/markdown";
import { decodeCursor, toPage } from "~/lib/page";
import { failField, ok } from "~/lib/result";
import { createDeeds, type DeedDependencies, type Done } from "./deeds.server";
import { createPostsRepo } from "./posts.repo.server";
import { mostTasks } from "./project";
import { changedParts, partsText, type Standing, standingAfter, standingText } from "./project-news";
import { createTasksRepo } from "./tasks.repo.server";
import { createTeamRepo, type TeamProject } from "./team.repo.server";
import type { TeamChange, TeamChangeOf } from "./team.schema";

export type Team = ReturnType<typeof createTeam>;

/** How many posts of a discussion our people see at once. */
const shownPosts = 50;

/**
 * What the shop's own people do in customers' projects. It asks for no customer: its doors are the back office's API
 * and, on a developer's machine, a page.
 */
export function createTeam(dependencies: DeedDependencies) {
	const { db, clock } = dependencies;
	const repo = createTeamRepo(db);
	const posts = createPostsRepo(db);
	const tasks = createTasksRepo(db);
	const deeds = createDeeds(dependencies);

	function post(projectId: string, { by, key, body }: TeamChangeOf<"post">): Promise<Done> {
		const id = idOf("pst", projectId, by.id, key, body);
		return deeds.add(projectPosts, id, projectId, ({ userId, name }) => ({
			statements: [posts.addOurs({ userId }, projectId, { id, body }, by.name, clock())],
			kind: "post_added",
			message: `${by.name} wrote in ${name}.`,
			subjectId: id,
			notice: { kind: "message", title: `${by.name} wrote in ${name}`, body: shortened(plainText(body)), about: id },
			mail: { kind: "mail.project-message", payload: { postId: id } },
		}));
	}

	function addTask(projectId: string, { by, key, name, assignee }: TeamChangeOf<"add-task">): Promise<Done> {
		const id = idOf("tsk", projectId, by.id, key, name);
		return deeds.add(projectTasks, id, projectId, (project) => {
			const to = assigneeOf(assignee, project);
			const owner = { userId: project.userId };
			return {
				statements: [
					tasks.add(owner, projectId, { id, name, assignee: to }, clock()),
					tasks.countProgress(owner, null, projectId, clock()),
				],
				kind: "task_added",
				message: `${by.name} added the task ${name} in ${project.name}${to ? `, for ${nameFor(to)}` : ""}.`,
				subjectId: id,
				refusal: `This project is no longer there, or has ${mostTasks} tasks already.`,
				...(to && given({ id, name }, to, project)),
			};
		});
	}

	function assign(projectId: string, { by, taskId, assignee }: TeamChangeOf<"assign">): Promise<Done> {
		return deeds.changeTask(projectId, taskId, (task, project) => {
			const to = assigneeOf(assignee, project);
			if (task.assignee?.id === to?.id) return null;
			return {
				statements: [tasks.assign({ userId: project.userId }, taskId, to, clock())],
				kind: "task_assigned",
				message: `${by.name} gave the task ${task.name} in ${project.name} to ${to ? nameFor(to) : "nobody for now"}.`,
				subjectId: taskId,
				...(to && given(task, to, project)),
			};
		});
	}

	/** What is told of a task that was given to somebody; mailed only when it is for the customer to do. */
	const given = ({ id, name }: { id: string; name: string }, to: Assignee, project: TeamProject) => ({
		notice: {
			kind: "task_assigned" as const,
			title: to.id === "customer" ? `A task for you in ${project.name}` : `${to.name} takes a task in ${project.name}`,
			body: name,
			about: `${id}:${clock()}`,
		},
		...(to.id === "customer" && { mail: { kind: "mail.task-assigned" as const, payload: { taskId: id } } }),
	});

	function turn(projectId: string, { by, taskId, completed }: TeamChangeOf<"turn">): Promise<Done> {
		return deeds.changeTask(projectId, taskId, (task, { userId, name }) => {
			if (task.completed === completed) return null;
			return {
				statements: [
					tasks.turn({ userId }, taskId, completed, clock()),
					tasks.countProgress({ userId }, taskId, null, clock()),
					tasks.tellAllDone({ userId }, taskId, clock()),
				],
				kind: "task_ticked",
				message: `${by.name} ${completed ? "ticked off" : "reopened"} the task ${task.name} in ${name}.`,
				subjectId: taskId,
			};
		});
	}

	function update(projectId: string, { by, dueDate, ...wanted }: TeamChangeOf<"update">): Promise<Done> {
		return deeds.change(projectId, (project, found) => {
			const { progress } = wanted;
			if (found.length > 0 && progress !== undefined && progress !== project.progress) {
				return failField("progress", followsTasks);
			}
			const after = standingAfter(project, { ...wanted, dueAt: dueDate }, found);
			const changed = changedParts(project, after);
			if (changed.length === 0) return ok(null);
			const standing = standingText(after, project);
			return ok({
				statements: [repo.update(projectId, after, clock())],
				kind: "updated",
				message: `${by.name} changed the ${partsText(changed)} of ${project.name}: ${standing}.`,
				subjectId: projectId,
				notice: {
					kind: "updated",
					title: `News of ${project.name}`,
					body: `${by.name} changed the ${partsText(changed)}: ${standing}.`,
					about: `${projectId}:${clock()}`,
				},
				mail: newsMail(projectId, project, clock()),
			});
		});
	}

	return {
		/** All customers' projects, newest first. */
		async list({ q = "", after }: { q?: string; after?: string | undefined } = {}) {
			const rows = await repo.list(q, decodeCursor(after));
			return toPage(rows, (row) => [row.createdAt, row.id]);
		},

		/** One project with its tasks and newest posts; null when there is none. */
		async room(projectId: string) {
			const [project, foundTasks, foundPosts] = await Promise.all([
				repo.project(projectId),
				repo.tasks(projectId),
				repo.posts(projectId, shownPosts),
			]);
			return project ? { project, tasks: foundTasks, posts: foundPosts } : null;
		},

		/** Safe to send again: the same change is made, logged and told of once. */
		change(projectId: string, wanted: TeamChange): Promise<Done> {
			switch (wanted.intent) {
				case "post":
					return post(projectId, wanted);
				case "add-task":
					return addTask(projectId, wanted);
				case "assign":
					return assign(projectId, wanted);
				case "turn":
					return turn(projectId, wanted);
				case "update":
					return update(projectId, wanted);
			}
		},
	};
}

const followsTasks = "It follows the tasks of the project: tick them off instead.";

function assigneeOf(chosen: TeamChangeOf<"assign">["assignee"], project: TeamProject): Assignee | null {
	if (chosen === "customer") return { id: "customer", name: `${project.firstName} ${project.lastName}` };
	return chosen && { id: chosen.id, name: chosen.name };
}

/** Changes of how a project stands come in a row, as one form after another is sent: one mail tells of them all. */
const bundledFor = 10 * MINUTE;

/** Sent at the end of the ten minutes, with what differs then from how it stood before the first change in them. */
const newsMail = (projectId: string, { status, progress, dueAt }: Standing, now: number): Omit<Effect, "userId"> => ({
	kind: "mail.project-updated",
	payload: { projectId, before: { status, progress, dueAt } },
	dedupeKey: `mail.project-updated:${projectId}:${Math.floor(now / bundledFor)}`,
	delay: bundledFor - (now % bundledFor),
});

/** As the customer reads it. */
const nameFor = ({ id, name }: Assignee): string => (id === "customer" ? "you" : name);

/** The beginning of a long text. */
const shortened = (text: string, most = 160): string =>
	text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, "")} …`;
