import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Activity } from "~/features/activity/activity.server";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { decodeCursor, toPage } from "~/lib/page";
import { createPostsRepo } from "./posts.repo.server";
import { undoFor } from "./project";

/** How many are shown at once; earlier ones on request. */
const shown = 20;

/** What a customer and we say about their own projects. */
export function createPosts({ db, clock, activity }: { db: Database; clock: Clock; activity: Activity }) {
	const repo = createPostsRepo(db);
	const missing = "This post is no longer there, or not yours.";
	const entry = (kind: string, text: string, id: string) => ({
		kind: `project.${kind}`,
		message: repo.sentence(text, id),
		subjectId: id,
	});

	return {
		/** Newest first; none for a project that is not the owner's. */
		async list(owner: Owner, projectId: string, after?: string) {
			const rows = await repo.list(owner, projectId, decodeCursor(after), shown + 1, clock());
			return toPage(rows, (row) => [row.createdAt, row.id], shown);
		},

		add(owner: Owner, projectId: string, body: string) {
			const now = clock();
			const id = createId("pst", now);
			const statement = repo.add(owner, projectId, { id, body }, now);
			const refusal = "This project is no longer there.";
			// Whoever answers has read what was said.
			const read = repo.markRead(owner, projectId, now);
			return activity.carryOut(owner, [statement, read], entry("post_added", "Posted in ", id), refusal);
		},

		/** Of all projects: how many posts of our team are unread in each. */
		async unread(owner: Owner): Promise<(projectId: string) => number> {
			const rows = await repo.unreadByProject(owner, clock());
			return (projectId) => rows.find((row) => row.projectId === projectId)?.unread ?? 0;
		},

		markRead: (owner: Owner, projectId: string) =>
			activity.carryOut(
				owner,
				[repo.markRead(owner, projectId, clock())],
				{
					kind: "notices.read",
					message: repo.projectSentence("Marked the messages as read in ", projectId),
					subjectId: projectId,
				},
				"There is nothing new in this project.",
			),

		edit: (owner: Owner, id: string, body: string) =>
			activity.carryOut(
				owner,
				[repo.edit(owner, id, body, clock())],
				entry("post_edited", "Edited a post in ", id),
				missing,
			),

		remove: (owner: Owner, id: string) =>
			activity.carryOut(
				owner,
				[repo.remove(owner, id, clock())],
				entry("post_removed", "Deleted a post in ", id),
				missing,
			),

		restore: (owner: Owner, id: string) =>
			activity.carryOut(
				owner,
				[repo.restore(owner, id, clock() - undoFor, clock())],
				entry("post_restored", "Brought back a post in ", id),
				missing,
			),
	};
}
