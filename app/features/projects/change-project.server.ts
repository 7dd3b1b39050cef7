import type { Owner } from "~/db/owner";
import type { Result } from "~/lib/result";
import type { ProjectChange } from "./projects.schema";
import type { createProjects } from "./projects.server";

type Projects = ReturnType<typeof createProjects>;

/** Runs the action of one of the list's forms. */
export function changeProject(projects: Projects, owner: Owner, change: ProjectChange): Promise<Result<null>> {
	const { tasks, posts } = projects;
	switch (change.intent) {
		case "add-task":
			return tasks.add(owner, change.projectId, change.name);
		case "tick-task":
			return tasks.tick(owner, change.taskId, change.completed === "on");
		case "rename-task":
			return tasks.rename(owner, change.taskId, change.name);
		case "move-task":
			return tasks.move(owner, change.taskId, change.to);
		case "add-post":
			return posts.add(owner, change.projectId, change.body);
		case "edit-post":
			return posts.edit(owner, change.postId, change.body);
		case "read-posts":
			return posts.markRead(owner, change.projectId);
		case "complete":
			return projects.complete(owner, change.projectId);
		case "reopen":
			return projects.reopen(owner, change.projectId);
		case "remove":
			return removable(projects, change.id).remove(owner, change.id);
		case "restore":
			return removable(projects, change.id).restore(owner, change.id);
	}
}

/** Finds the service for an id by its prefix. */
function removable(projects: Projects, id: string): Pick<Projects, "remove" | "restore"> {
	const { tasks, posts, files } = projects;
	return { prj: projects, tsk: tasks, pst: posts, fil: files }[id.slice(0, 3)] ?? projects;
}
