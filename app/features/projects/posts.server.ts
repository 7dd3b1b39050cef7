import { type Change, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { decodeCursor, toPage } from "~/lib/page";
import type { Result } from "~/lib/result";
import { commitOwn } from "./commit-own.server";
import { createPostsRepo } from "./posts.repo.server";
import { undoPeriodMs } from "./project";

/** Posts on one page. */
const postsPerPage = 20;

/** The discussions of a customer's own projects. */
export function createPosts({ db, clock }: { db: Database; clock: Clock }) {
	const repo = createPostsRepo(db);

	const entry = (kind: "post_added" | "post_edited" | "post_removed" | "post_restored", owner: Owner, id: string) => {
		const by = { actor: "customer", owner, subjectId: id } as const;
		const project = repo.projectNameOf(id);
		return kind === "post_added"
			? log({ kind: "project.post_added", params: { by: null, project }, ...by })
			: log({ kind: `project.${kind}`, params: { project }, ...by });
	};

	const changePost = (changed: Change): Promise<Result<null>> =>
		commitOwn(db, changed, clock(), "This post no longer exists or is not yours.");

	return {
		/** Newest first. Empty for a project that is not the owner's. */
		async list(owner: Owner, projectId: string, after?: string) {
			const rows = await repo.list(owner, projectId, decodeCursor(after), postsPerPage + 1, clock());
			return toPage(rows, (row) => [row.createdAt, row.id], postsPerPage);
		},

		/** Also marks the team's posts as read. */
		add(owner: Owner, projectId: string, body: string): Promise<Result<null>> {
			const now = clock();
			const id = createId("pst", now);
			const added = change(
				repo.add(owner, projectId, { id, body }, now),
				repo.markAnyRead(owner, projectId, now),
				entry("post_added", owner, id),
			);
			return commitOwn(db, added, now, "This project no longer exists.");
		},

		/** Returns a function that gives the number of unread team posts in a project. */
		async unread(owner: Owner): Promise<(projectId: string) => number> {
			const rows = await repo.unreadByProject(owner, clock());
			return (projectId) => rows.find((row) => row.projectId === projectId)?.unread ?? 0;
		},

		markRead(owner: Owner, projectId: string): Promise<Result<null>> {
			const now = clock();
			const read = change(
				repo.markRead(owner, projectId, now),
				log({
					kind: "project.posts_read",
					actor: "customer",
					params: { project: repo.projectName(projectId) },
					owner,
					subjectId: projectId,
				}),
			);
			return commitOwn(db, read, now, "There are no unread messages in this project.");
		},

		edit: (owner: Owner, id: string, body: string) =>
			changePost(change(repo.edit(owner, id, body, clock()), entry("post_edited", owner, id))),

		remove: (owner: Owner, id: string) =>
			changePost(change(repo.remove(owner, id, clock()), entry("post_removed", owner, id))),

		restore: (owner: Owner, id: string) =>
			changePost(change(repo.restore(owner, id, clock() - undoPeriodMs, clock()), entry("post_restored", owner, id))),
	};
}
