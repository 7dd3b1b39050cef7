import { projectStatusName } from "~/features/projects/project";
import { changedFields } from "~/features/projects/project-progress";
import type { EmailRepo } from "./email.repo.server";
import type { Preparers, Sources } from "./prepare.server";
import { projectMessage } from "./templates/project-message";
import { projectUpdated } from "./templates/project-updates";
import { taskAssigned } from "./templates/task-assigned";

type Project = NonNullable<Awaited<ReturnType<EmailRepo["project"]>>>;

const updateOf = ({ id, name, status, progress, dueAt }: Project) => ({
	projectId: id,
	project: name,
	status: projectStatusName[status],
	progress,
	dueAt,
});

/** Emails about customers' projects. */
export function projectEmails({ repo, toAccount, shop }: Sources) {
	return {
		"mail.project-message": async ({ postId }) => {
			const found = await repo.projectPost(postId);
			if (!found) return { stale: "the post or its project is deleted" };
			const { project, post } = found;
			const message = { projectId: project.id, project: project.name, author: post.authorName, body: post.body };
			return toAccount(project.userId, (to) => () => projectMessage(to, message, shop));
		},

		"mail.task-assigned": async ({ taskId }) => {
			const found = await repo.projectTask(taskId);
			if (!found) return { stale: "the task or its project is deleted" };
			const { project, task } = found;
			if (task.assignee?.id !== "customer" || task.completed)
				return { stale: "the task is completed or not assigned to the customer" };
			const assigned = { projectId: project.id, project: project.name, task: task.name, dueAt: project.dueAt };
			return toAccount(project.userId, (to) => () => taskAssigned(to, assigned, shop));
		},

		"mail.project-updated": async ({ projectId, before }) => {
			const project = await repo.project(projectId);
			if (!project) return { stale: "the project is deleted" };
			const changed = changedFields(before, project);
			if (changed.length === 0) return { stale: "nothing has changed" };
			return toAccount(project.userId, (to) => () => projectUpdated(to, { ...updateOf(project), changed }, shop));
		},
	} satisfies Partial<Preparers>;
}
