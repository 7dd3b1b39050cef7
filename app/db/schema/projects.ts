import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Assignee, ProjectPriority, ProjectStatus } from "~/features/projects/project";
import { fileColumns, flag, id, json, time } from "../columns";
import { users } from "./accounts";

/** Removed rows are stored for a while, so that the removal can be undone. Lists leave them out. */
const removedAt = () => time("removed_at");

const ofProject = () =>
	text("project_id")
		.notNull()
		.references(() => projects.id, { onDelete: "cascade" });

export const projects = sqliteTable(
	"projects",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		name: text("name").notNull(),
		description: text("description").notNull(),
		client: text("client").notNull(),
		status: text("status").$type<ProjectStatus>().notNull(),
		priority: text("priority").$type<ProjectPriority>().notNull(),
		/** 0 to 100. */
		progress: integer("progress").notNull(),
		dueAt: time("due_at"),
		technologies: json<string[]>("technologies").notNull(),
		team: json<{ id: string; name: string; role: string }[]>("team").notNull(),
		createdAt: time("created_at").notNull(),
		updatedAt: time("updated_at").notNull(),
		removedAt: removedAt(),
	},
	(table) => [
		index("projects_user").on(table.userId, table.createdAt),
		index("projects_due").on(table.dueAt).where(sql`removed_at is null and status <> 'completed'`),
		index("projects_removed").on(table.removedAt).where(sql`removed_at is not null`),
		// For the lists of the desk. None begins with the status, which SQLite would prefer without statistics.
		index("projects_created").on(table.createdAt).where(sql`removed_at is null`),
		index("projects_planned").on(table.createdAt).where(sql`status = 'planned' and removed_at is null`),
		index("projects_in_progress").on(table.createdAt).where(sql`status = 'in-progress' and removed_at is null`),
		index("projects_on_hold").on(table.createdAt).where(sql`status = 'on-hold' and removed_at is null`),
		index("projects_completed").on(table.createdAt).where(sql`status = 'completed' and removed_at is null`),
		// For its search, which finds the start of a name.
		index("projects_name").on(sql`lower(name)`, table.id).where(sql`removed_at is null`),
		index("projects_client").on(sql`lower(client)`, table.id).where(sql`removed_at is null and client <> ''`),
	],
);

export const projectTasks = sqliteTable(
	"project_tasks",
	{
		id: id(),
		projectId: ofProject(),
		name: text("name").notNull(),
		completed: flag("completed").notNull(),
		/** The assignee: the customer or a team member. Null if unassigned. */
		assignee: json<Assignee>("assignee"),
		/** Sort key. */
		position: integer("position").notNull(),
		removedAt: removedAt(),
	},
	(table) => [
		index("project_tasks_project").on(table.projectId),
		index("project_tasks_removed").on(table.removedAt).where(sql`removed_at is not null`),
	],
);

/** Messages of a project's discussion. */
export const projectPosts = sqliteTable(
	"project_posts",
	{
		id: id(),
		projectId: ofProject(),
		/** Null if a team member wrote it. */
		authorId: text("author_id").references(() => users.id),
		authorName: text("author_name").notNull(),
		/** The account of who wrote it with access to the author's account. Not a reference: it outlives the access. */
		memberId: text("member_id"),
		/** As typed, in a subset of Markdown. */
		body: text("body").notNull(),
		createdAt: time("created_at").notNull(),
		editedAt: time("edited_at"),
		removedAt: removedAt(),
	},
	(table) => [
		index("project_posts_project").on(table.projectId, table.createdAt),
		index("project_posts_removed").on(table.removedAt).where(sql`removed_at is not null`),
	],
);

/** Files in the file store, with the key `projects/<id>`. No part of a key comes from the customer. */
export const projectFiles = sqliteTable(
	"project_files",
	{
		id: id(),
		projectId: ofProject(),
		/** The account whose quota it counts against. */
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		...fileColumns(),
		removedAt: removedAt(),
	},
	(table) => [
		index("project_files_project").on(table.projectId, table.createdAt),
		index("project_files_user").on(table.userId),
		index("project_files_reserved").on(table.createdAt).where(sql`state = 'reserved'`),
		index("project_files_removed").on(table.removedAt).where(sql`removed_at is not null`),
	],
);
