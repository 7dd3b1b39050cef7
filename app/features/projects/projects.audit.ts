import { z } from "zod";
import { activityKind } from "~/lib/kinds";
import { projectStatuses } from "./project";
import { fieldsText, progressFields, progressText } from "./project-progress";

const inProject = z.object({ project: z.string() });
const ofTask = inProject.extend({ task: z.string() });
/** The name of the customer or of someone at the desk. */
const assignee = z.string().nullable();
const progress = z.object({ status: z.enum(projectStatuses), progress: z.number(), dueAt: z.number().nullable() });

export const projectsAudit = {
	"project.posted": activityKind(inProject, ({ project }) => `Wrote to the customer in ${project}.`),
	"project.task_added": activityKind(
		ofTask.extend({ assignee }),
		({ task, project, assignee }) => `Added the task ${task} in ${project}${assignee ? ` for ${assignee}` : ""}.`,
	),
	"project.task_assigned": activityKind(
		ofTask.extend({ before: assignee, after: assignee }),
		({ task, project, before, after }) =>
			`Assigned the task ${task} in ${project} to ${after ?? "no one"}${before ? `, before ${before}` : ""}.`,
	),
	"project.task_ticked": activityKind(
		ofTask.extend({ completed: z.boolean() }),
		({ task, project, completed }) => `${completed ? "Ticked off" : "Reopened"} the task ${task} in ${project}.`,
	),
	"project.progress_changed": activityKind(
		inProject.extend({ changed: z.array(z.enum(progressFields)), before: progress, after: progress }),
		({ project, changed, before, after }, reader) =>
			`Changed the ${fieldsText(changed)} of ${project}: ${progressText(after, reader)}, before ${progressText(before, reader)}.`,
	),
	"project.file_uploaded": activityKind(
		inProject.extend({ file: z.string() }),
		({ project, file }) => `Uploaded ${file} in ${project}.`,
	),
};
