import { audit, change, emit, log, notify } from "~/db/change.server";
import type { StaffMember, StaffSession } from "~/features/staff/staff";
import { kenya } from "~/lib/dates";
import { MINUTE } from "~/lib/durations";
import { derivedId } from "~/lib/ids";
import { plainText } from "~/lib/markdown";
import type { IncomingFile } from "~/lib/multipart";
import { decodeCursor, type Page, pageSize, sortMatches, toMatchPage, toPage } from "~/lib/page";
import { fail, failField, ok, type Result } from "~/lib/result";
import { shortened } from "~/lib/shortened";
import { createPostsRepo } from "./posts.repo.server";
import type { Assignee } from "./project";
import { maxTasks } from "./project";
import { createProjectEvents, type ProjectEventDependencies, type Saved } from "./project-events.server";
import { changedFields, type ProjectProgress, progressAfter, progressText } from "./project-progress";
import type { Projects } from "./projects.server";
import { createProjectsDeskRepo, type DeskProject, type ListedProject } from "./projects-desk.repo.server";
import type { ProjectForm, ProjectFormOf, ProjectsQuery } from "./projects-desk.schema";
import { createTasksRepo } from "./tasks.repo.server";

export type ProjectsDesk = ReturnType<typeof createProjectsDesk>;

/** Posts on one page. */
const postsPerPage = 20;

interface Dependencies extends ProjectEventDependencies {
	readonly projects: { readonly files: Pick<Projects["files"], "add" | "read"> };
}

/** Someone at the desk who works in a project. The customer sees their name. */
export interface Worker {
	readonly session: StaffSession;
	readonly member: Pick<StaffMember, "id" | "name">;
}

const permission = "projects.change";

/** What staff do in customers' projects. */
export function createProjectsDesk({ db, clock, projects: { files } }: Dependencies) {
	const repo = createProjectsDeskRepo(db);
	const posts = createPostsRepo(db);
	const tasks = createTasksRepo(db);
	const events = createProjectEvents({ db, clock });

	function post({ session, member }: Worker, projectId: string, { key, body }: ProjectFormOf<"post">): Promise<Saved> {
		const id = derivedId("pst", projectId, member.id, key, body);
		const by = member.name;
		return events.add(session, "post", id, projectId, (project) => ({
			change: change(
				audit(session, permission, { kind: "project.posted", ...about(project), params: { project: project.name } }),
				posts.addByTeam(project, projectId, { id, body }, by, clock()),
				log({ kind: "project.post_added", params: { by, project: project.name }, ...byStaff(project, id) }),
				notify({
					kind: "project.message",
					userId: project.userId,
					projectId,
					postId: id,
					params: { by, project: project.name, projectId, text: shortened(plainText(body), 160) },
					once: id,
					wantedBy: "messages",
				}),
				emit({ kind: "mail.project-message", payload: { postId: id }, userId: project.userId }),
			),
			subjectId: id,
		}));
	}

	async function addTask(
		{ session, member }: Worker,
		projectId: string,
		{ key, name, assignee }: ProjectFormOf<"add-task">,
	): Promise<Saved> {
		const id = derivedId("tsk", projectId, member.id, key, name);
		const person = await personOf(session, assignee);
		if (!person.ok) return person;
		return events.add(session, "task", id, projectId, (project) => {
			const to = person.value(project);
			const named = { task: name, project: project.name };
			return {
				change: change(
					audit(session, permission, {
						kind: "project.task_added",
						...about(project),
						params: { ...named, assignee: to?.name ?? null },
					}),
					tasks.add(project, projectId, { id, name, assignee: to }, clock()),
					tasks.countProgress(project, null, projectId, clock()),
					log({
						kind: "project.task_added",
						params: { by: member.name, ...named, assignee: to && assigneeParam(to) },
						...byStaff(project, id),
					}),
					to && notifyAssigned({ id, name }, to, project),
				),
				subjectId: id,
				refusal: `This project no longer exists or already has ${maxTasks} tasks.`,
			};
		});
	}

	async function assign(
		{ session, member }: Worker,
		projectId: string,
		{ taskId, assignee, was }: ProjectFormOf<"assign-task">,
	): Promise<Saved> {
		// The form also offers the present assignee, who may not be at the desk any more.
		const person = assignee === was ? ok(() => null) : await personOf(session, assignee);
		if (!person.ok) return person;
		return events.changeTask(session, projectId, taskId, (task, project) => {
			const current = task.assignee?.id ?? null;
			if (current === assignee || assignee === was) return ok(null);
			if (current !== was)
				return fail("conflict", `This task is assigned to ${task.assignee?.name ?? "no one"} now. Assign it again.`, {
					code: "changed_meanwhile",
				});
			const to = person.value(project);
			const named = { task: task.name, project: project.name };
			return ok({
				change: change(
					audit(session, permission, {
						kind: "project.task_assigned",
						...about(project),
						params: { ...named, before: task.assignee?.name ?? null, after: to?.name ?? null },
					}),
					tasks.assign(project, taskId, to, clock()),
					log({
						kind: "project.task_assigned",
						params: { by: member.name, ...named, assignee: to && assigneeParam(to) },
						...byStaff(project, taskId),
					}),
					to && notifyAssigned(task, to, project),
				),
				subjectId: taskId,
			});
		});
	}

	/** Finds the assignee that a form names: a function of the project, because its customer may be it. */
	async function personOf(
		session: StaffSession,
		id: string | null,
	): Promise<Result<(project: DeskProject) => Assignee | null>> {
		if (id === null) return ok(() => null);
		if (id === "customer") return ok(({ firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }));
		const person = (await repo.people(session, clock())).find((one) => one.id === id);
		return person ? ok(() => person) : failField("assignee", "Choose someone from the list.");
	}

	/** Notifies the customer that a task was assigned, also by email if they are to do it. */
	const notifyAssigned = ({ id, name: task }: { id: string; name: string }, to: Assignee, project: DeskProject) =>
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

	function tick(
		{ session, member }: Worker,
		projectId: string,
		{ taskId, completed }: ProjectFormOf<"tick-task">,
	): Promise<Saved> {
		return events.changeTask(session, projectId, taskId, (task, project) => {
			if (task.completed === completed) return ok(null);
			const params = { task: task.name, project: project.name, completed };
			return ok({
				change: change(
					audit(session, permission, { kind: "project.task_ticked", ...about(project), params }),
					tasks.setCompleted(project, taskId, completed, clock()),
					tasks.countProgress(project, taskId, null, clock()),
					tasks.notifyAllDone(project, taskId, clock()),
					log({ kind: "project.task_ticked", params: { by: member.name, ...params }, ...byStaff(project, taskId) }),
				),
				subjectId: taskId,
			});
		});
	}

	function update(
		{ session, member }: Worker,
		projectId: string,
		{ version, dueDate, ...wanted }: ProjectFormOf<"update">,
	): Promise<Saved> {
		return events.change(session, projectId, (project, found) => {
			const { progress } = wanted;
			if (found.length > 0 && progress !== undefined && progress !== project.progress)
				return failField("progress", followsTasks);
			const { status, dueAt } = project;
			const before = { status, progress: project.progress, dueAt };
			const after = progressAfter(before, { ...wanted, dueAt: dueDate }, found);
			const changed = changedFields(before, after);
			if (changed.length === 0) return ok(null);
			if (project.updatedAt !== version)
				return fail(
					"conflict",
					`Someone has changed this project in the meantime. It is now: ${progressText(before, kenya)}. Check your values and save again.`,
					{ code: "changed_meanwhile" },
				);
			const params = { by: member.name, project: project.name, changed, ...after };
			return ok({
				change: change(
					audit(session, permission, {
						kind: "project.progress_changed",
						...about(project),
						params: { project: project.name, changed, before, after },
					}),
					repo.update(projectId, version, after, clock()),
					log({ kind: "project.progress_updated", params, ...byStaff(project, projectId) }),
					notify({
						kind: "project.updated",
						userId: project.userId,
						projectId,
						params: { ...params, projectId },
						once: `${projectId}:${clock()}`,
						wantedBy: "projectUpdates",
					}),
					progressEmail({ ...before, id: projectId, userId: project.userId }, clock()),
				),
				subjectId: projectId,
			});
		});
	}

	return {
		/** Newest first. With a text, in the order of what was found. */
		async list(
			session: StaffSession,
			{ q, status, after }: ProjectsQuery,
			size = pageSize,
		): Promise<Page<ListedProject>> {
			const range = { status, after: decodeCursor(after), limit: size + 1 };
			if (q !== "") return toMatchPage(sortMatches(await repo.search(session, q, range, clock())), size);
			return toPage(await repo.newest(session, range, clock()), (row) => [row.createdAt, row.id], size);
		},

		/** One project with its tasks, files, a page of its posts, and who may be assigned. Null if there is no such project. */
		async find(session: StaffSession, projectId: string, after?: string) {
			const now = clock();
			const [project, foundTasks, foundPosts, foundFiles, people] = await Promise.all([
				repo.project(session, "projects.view", projectId, now),
				repo.tasks(session, "projects.view", projectId, now),
				repo.posts(session, projectId, decodeCursor(after), postsPerPage + 1, now),
				repo.files(session, projectId, now),
				repo.people(session, now),
			]);
			if (!project) return null;
			const page = toPage(foundPosts, (row) => [row.createdAt, row.id], postsPerPage);
			return { project, tasks: foundTasks, posts: page, files: foundFiles, people };
		},

		/** A project with its files. Null if there is no such project. */
		async files(session: StaffSession, projectId: string) {
			const [project, found] = await Promise.all([
				repo.project(session, "projects.view", projectId, clock()),
				repo.files(session, projectId, clock()),
			]);
			return project ? { project, files: found } : null;
		},

		/** Null if there is no such file. `range`: the `Range` header, for a part of the file. */
		async openFile(session: StaffSession, projectId: string, id: string, range: string | null) {
			const found = await repo.file(session, projectId, id, clock());
			return found ? files.read(found, range) : null;
		},

		/** Stores a file in the customer's project. It counts against the customer's quota. */
		async addFile({ session, member }: Worker, projectId: string, upload: IncomingFile | null): Promise<Saved> {
			const project = await repo.project(session, permission, projectId, clock());
			if (!project) return fail("not_found", "There is no such project.");
			return files.add({ userId: project.userId }, projectId, upload, (id, file) => {
				const params = { project: project.name, file };
				return change(
					audit(session, permission, { kind: "project.file_uploaded", ...about(project), params }),
					log({ kind: "project.file_added", params: { by: member.name, ...params }, ...byStaff(project, id) }),
					notify({
						kind: "project.file_added",
						userId: project.userId,
						projectId,
						params: { by: member.name, projectId, ...params },
						once: id,
						wantedBy: "projectUpdates",
					}),
				);
			});
		},

		/** Does what a form asks for. Safe to send again: the same change is made, logged and notified once. */
		change(worker: Worker, projectId: string, form: ProjectForm): Promise<Saved> {
			switch (form.intent) {
				case "post":
					return post(worker, projectId, form);
				case "add-task":
					return addTask(worker, projectId, form);
				case "assign-task":
					return assign(worker, projectId, form);
				case "tick-task":
					return tick(worker, projectId, form);
				case "update":
					return update(worker, projectId, form);
			}
		},
	};
}

const about = ({ id, userId }: Pick<DeskProject, "id" | "userId">) => ({
	subject: { type: "project", id },
	customerId: userId,
});

const byStaff = ({ userId }: Pick<DeskProject, "userId">, subjectId: string) =>
	({ actor: "staff", owner: { userId }, subjectId }) as const;

const followsTasks = "The progress follows the tasks. Tick off tasks instead.";

const assigneeParam = ({ id, name }: Assignee): "customer" | { name: string } =>
	id === "customer" ? "customer" : { name };

/** Progress often changes several times in a row, so one email reports all changes in this time. */
const bundlePeriodMs = 10 * MINUTE;

/** Sent at the end of the ten minutes, with the difference from the progress before the first change in them. */
function progressEmail(
	{ id, userId, status, progress, dueAt }: ProjectProgress & Pick<DeskProject, "id" | "userId">,
	now: number,
) {
	return emit({
		kind: "mail.project-updated",
		payload: { projectId: id, before: { status, progress, dueAt } },
		userId,
		once: `${id}:${Math.floor(now / bundlePeriodMs)}`,
		delayMs: bundlePeriodMs - (now % bundlePeriodMs),
	});
}
