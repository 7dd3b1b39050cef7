import { and, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { keyset } from "~/db/keyset";
import { memberName } from "~/db/member-name";
import { type Owner, ownedBy } from "~/db/owner";
import { notifications, projectPosts, projects, sessions, users } from "~/db/schema";
import { memberRoleOf } from "~/lib/acting";
import type { Cursor } from "~/lib/page";
import { ownProject, ownProjectIds, projectName } from "./own-project.repo.server";

const unreadMessages = (owner: Owner, now: number) =>
	and(
		ownedBy(notifications.userId, owner, now),
		isNull(notifications.readAt),
		eq(notifications.kind, "project.message"),
	);

/** Whether someone with access to the owner's account uses it. Their posts have their own name. */
function memberOf(owner: Owner): SQL<string | null> | null {
	return "sessionHash" in owner && memberRoleOf(owner) ? memberName(eq(sessions.tokenHash, owner.sessionHash)) : null;
}

/** The customer may change all posts of the account, and a member those with their name. */
function ownAuthor(owner: Owner, now: number) {
	const member = memberOf(owner);
	return and(ownedBy(projectPosts.authorId, owner, now), member ? eq(projectPosts.authorName, member) : undefined);
}

/** The discussions of a customer's own projects. */
export function createPostsRepo(db: Database) {
	/** The customer's own post, in their own project. */
	const ownPost = (owner: Owner, id: string, now: number) =>
		and(eq(projectPosts.id, id), ownAuthor(owner, now), inArray(projectPosts.projectId, ownProjectIds(db, owner, now)));
	const currentPost = (owner: Owner, id: string, now: number) =>
		and(ownPost(owner, id, now), isNull(projectPosts.removedAt));

	/** Nothing for someone with access: what they read is still new to the customer. */
	const markRead = (owner: Owner, projectId: string, now: number) =>
		db.orm
			.update(notifications)
			.set({ readAt: now })
			.where(
				and(
					unreadMessages(owner, now),
					eq(notifications.projectId, projectId),
					memberRoleOf(owner) ? sql`false` : undefined,
				),
			);

	function insert(
		owner: Owner,
		projectId: string,
		{ id, body }: { id: string; body: string },
		author: { id: SQL | null; name: string | SQL },
		now: number,
	) {
		const post = { id, projectId, authorId: author.id, authorName: author.name, body, createdAt: now };
		const project = sql`from ${projects} inner join ${users} on ${users.id} = ${projects.userId} where ${ownProject(owner, now, projectId)}`;
		return insertSelect(db, projectPosts, post, project);
	}

	return {
		/** Newest first. */
		list(owner: Owner, projectId: string, after: Cursor | null, limit: number, now: number) {
			const page = keyset(projectPosts.createdAt, projectPosts.id, "desc", after);
			return db.read(
				db.orm
					.select({
						id: projectPosts.id,
						own: sql<number | null>`${ownAuthor(owner, now)}`.as("own"),
						byTeam: sql<number>`${projectPosts.authorId} is null`.as("by_team"),
						unread:
							sql<number>`exists (select 1 from ${notifications} where ${notifications.postId} = ${projectPosts}.id and ${notifications.readAt} is null)`.as(
								"unread",
							),
						authorName: projectPosts.authorName,
						body: projectPosts.body,
						createdAt: projectPosts.createdAt,
						editedAt: projectPosts.editedAt,
					})
					.from(projectPosts)
					.where(
						and(
							eq(projectPosts.projectId, projectId),
							inArray(projectPosts.projectId, ownProjectIds(db, owner, now)),
							isNull(projectPosts.removedAt),
							page.where,
						),
					)
					.orderBy(...page.orderBy)
					.limit(limit),
			);
		},

		add: (owner: Owner, projectId: string, post: { id: string; body: string }, now: number) =>
			guarded(
				insert(
					owner,
					projectId,
					post,
					{
						id: sql`${users.id}`,
						name: sql`coalesce(${memberOf(owner) ?? sql`null`}, ${users.firstName} || ' ' || ${users.lastName})`,
					},
					now,
				),
			),

		/** A post of a team member. Stale if there is a post with this id. */
		addByTeam: (owner: Owner, projectId: string, post: { id: string; body: string }, name: string, now: number) =>
			guarded(insert(owner, projectId, post, { id: null, name }, now).onConflictDoNothing()),

		/** Marks the notifications about our team's posts as read. Stale if none is unread. */
		markRead: (owner: Owner, projectId: string, now: number) => guarded(markRead(owner, projectId, now)),

		/** The same, whether or not one is unread. */
		markAnyRead: (owner: Owner, projectId: string, now: number) => write(markRead(owner, projectId, now)),

		/** How many posts of our team are unread, by project. */
		unreadByProject: (owner: Owner, now: number) =>
			db.read(
				db.orm
					.select({ projectId: notifications.projectId, unread: count().as("unread") })
					.from(notifications)
					.where(unreadMessages(owner, now))
					.groupBy(notifications.projectId),
			),

		edit: (owner: Owner, id: string, body: string, now: number) =>
			guarded(
				db.orm
					.update(projectPosts)
					.set({ body, editedAt: now })
					.where(currentPost(owner, id, now)),
			),

		remove: (owner: Owner, id: string, now: number) =>
			guarded(
				db.orm
					.update(projectPosts)
					.set({ removedAt: now })
					.where(currentPost(owner, id, now)),
			),

		restore: (owner: Owner, id: string, since: number, now: number) =>
			guarded(
				db.orm
					.update(projectPosts)
					.set({ removedAt: null })
					.where(and(ownPost(owner, id, now), isNotNull(projectPosts.removedAt), gt(projectPosts.removedAt, since))),
			),

		/** Parameter of a log entry: an expression for the name of the project. */
		projectName: (projectId: string) => projectName(projectId),

		/** The same for the project of a post. */
		projectNameOf: (id: string) =>
			projectName(sql`(select ${projectPosts.projectId} from ${projectPosts} where ${projectPosts.id} = ${id})`),
	};
}
