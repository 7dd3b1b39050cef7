import { href } from "react-router";
import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind, notificationKind } from "~/lib/kinds";
import { projectStatuses } from "./project";
import { fieldsText, progressFields, progressText } from "./project-progress";

/** The name of a project, task or file at that time. */
const name = z.string();
/** The name of the team member who did it. Null if the customer did. */
const by = name.nullable();
const inProject = z.object({ project: name });
const fileIn = inProject.extend({ file: name });
const taskIn = inProject.extend({ task: name });

const assignee = z.union([z.literal("customer"), z.object({ name })]);

const progress = z.object({
	changed: z.array(z.enum(progressFields)),
	status: z.enum(projectStatuses),
	progress: z.number(),
	dueAt: z.number().nullable(),
});

export const projectsActivity = {
	"project.created": activityKind(inProject, ({ project }) => `Created the project ${project}.`),
	"project.updated": activityKind(inProject, ({ project }) => `Changed the project ${project}.`),
	"project.progress_updated": activityKind(
		inProject.extend({ by: name, ...progress.shape }),
		(params, reader) =>
			`${params.by} changed the ${fieldsText(params.changed)} of ${params.project}: ${progressText(params, reader)}.`,
	),
	"project.completed": activityKind(inProject, ({ project }) => `Completed the project ${project}.`),
	"project.reopened": activityKind(inProject, ({ project }) => `Reopened the project ${project}.`),
	"project.removed": activityKind(inProject, ({ project }) => `Deleted the project ${project}.`),
	"project.restored": activityKind(inProject, ({ project }) => `Restored the project ${project}.`),

	"project.task_added": activityKind(taskIn.extend({ by, assignee: assignee.nullable() }), (params) => {
		const added = `${params.by ? `${params.by} added` : "Added"} the task ${params.task} in ${params.project}`;
		return `${added}${params.assignee ? `, for ${assigneeName(params.assignee)}` : ""}.`;
	}),
	"project.task_assigned": activityKind(
		taskIn.extend({ by: name, assignee: assignee.nullable() }),
		({ by, task, project, assignee }) =>
			assignee
				? `${by} assigned the task ${task} in ${project} to ${assigneeName(assignee)}.`
				: `${by} unassigned the task ${task} in ${project}.`,
	),
	"project.task_ticked": activityKind(taskIn.extend({ by, completed: z.boolean() }), (params) => {
		const verb = params.completed ? "ticked off" : "reopened";
		const done = params.by ? `${params.by} ${verb}` : sentenceCase(verb);
		return `${done} the task ${params.task} in ${params.project}.`;
	}),
	"project.task_renamed": activityKind(taskIn, ({ task, project }) => `Renamed a task to ${task} in ${project}.`),
	"project.task_moved": activityKind(taskIn, ({ task, project }) => `Moved the task ${task} in ${project}.`),
	"project.task_removed": activityKind(taskIn, ({ task, project }) => `Deleted the task ${task} in ${project}.`),
	"project.task_restored": activityKind(taskIn, ({ task, project }) => `Restored the task ${task} in ${project}.`),

	"project.post_added": activityKind(inProject.extend({ by }), ({ by, project }) =>
		by ? `${by} wrote in ${project}.` : `Posted in ${project}.`,
	),
	"project.post_edited": activityKind(inProject, ({ project }) => `Edited a post in ${project}.`),
	"project.post_removed": activityKind(inProject, ({ project }) => `Deleted a post in ${project}.`),
	"project.post_restored": activityKind(inProject, ({ project }) => `Restored a post in ${project}.`),
	"project.posts_read": activityKind(inProject, ({ project }) => `Marked the messages in ${project} as read.`),

	// Entries of releases in which only customers uploaded have no `by`.
	"project.file_added": activityKind(fileIn.extend({ by: by.optional() }), ({ by, file, project }) =>
		by ? `${by} uploaded ${file} in ${project}.` : `Uploaded ${file} in ${project}.`,
	),
	"project.file_removed": activityKind(fileIn, ({ file, project }) => `Deleted ${file} in ${project}.`),
	"project.file_restored": activityKind(fileIn, ({ file, project }) => `Restored ${file} in ${project}.`),
};

const aboutProject = inProject.extend({ projectId: z.string() });

const projectHref = ({ projectId }: { projectId: string }) => `${href("/dashboard/projects")}?open=${projectId}`;

export const projectsNotifications = {
	/** `text`: the beginning of the post. */
	"project.message": notificationKind(aboutProject.extend({ by: name, text: z.string() }), {
		title: ({ by, project }) => `${by} wrote in ${project}`,
		body: ({ text }) => text,
		href: projectHref,
	}),
	"project.task_assigned": notificationKind(aboutProject.extend({ task: name, assignee }), {
		title: ({ assignee, project }) =>
			assignee === "customer" ? `A task for you in ${project}` : `${assignee.name} has a new task in ${project}`,
		body: ({ task }) => task,
		href: projectHref,
	}),
	"project.updated": notificationKind(aboutProject.extend({ by: name, ...progress.shape }), {
		title: ({ project }) => `${project} was updated`,
		body: (params, reader) =>
			`${params.by} changed the ${fieldsText(params.changed)}: ${progressText(params, reader)}.`,
		href: projectHref,
	}),
	"project.file_added": notificationKind(aboutProject.extend({ by: name, file: name }), {
		title: ({ by, project }) => `${by} added a file to ${project}`,
		body: ({ file }) => file,
		href: projectHref,
	}),
	"project.due": notificationKind(aboutProject.extend({ progress: z.number(), dueAt: z.number() }), {
		title: ({ project, dueAt }, reader) => `${project} is due on ${formatDay(dueAt, reader)}`,
		body: ({ progress }) => `It is at ${progress}%. If you need more time, change the due date.`,
		href: projectHref,
	}),
	"project.tasks_done": notificationKind(aboutProject, {
		title: ({ project }) => `All tasks of ${project} are done`,
		body: () => "Mark the project complete, or add what is missing.",
		href: projectHref,
	}),
};

const assigneeName = (assignee: "customer" | { name: string }) => (assignee === "customer" ? "you" : assignee.name);

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
