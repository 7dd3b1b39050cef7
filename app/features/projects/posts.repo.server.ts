import { and, count, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { guarded, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { insertSelect } from "~/db/insert-select";
import { keyset } from "~/db/keyset";
import { type Owner, ownedBy } from "~/db/owner";
import { notifications, projectPosts, projects, sessions, users } from "~/db/schema";
import { memberId, memberName } from "~/db/session-member";
import { memberRoleOf } from "~/lib/acting";
import type { Cursor } from "~/lib/page";
import { ownProject, ownProjectIds, projectName } from "./own-project.repo.server";

/** None for someone with access: what they read is still new to the customer. */
const unreadMessages = (owner: Owner, now: number) =>
	and(
		ownedBy(notifications.userId, owner, now),
		isNull(notifications.readAt),
		eq(notifications.kind, "project.message"),
		memberRoleOf(owner) ? sql`false` : undefined,
	);

/** The session of someone with access to the owner's account who uses it. Their posts have their own name. */
const memberSession = (owner: Owner): SQL | undefined =>
	"sessionHash" in owner && memberRoleOf(owner) ? eq(sessions.tokenHash, owner.sessionHash) : undefined;

/** The customer may change all posts of the account, and a member their own. */
function ownAuthor(owner: Owner, now: number) {
	const member = memberSession(owner);
	return and(
		ownedBy(projectPosts.authorId, owner, now),
		member ? sql`${projectPosts.memberId} is ${memberId(member)}` : undefined,
	);
}

/** The discussions of a customer's own projects. */
export function createPostsRepo(db: Database) {
	/** The customer's own post, in their own project. */
	const ownPost = (owner: Owner, id: string, now: number) =>
		and(eq(projectPosts.id, id), ownAuthor(owner, now), inArray(projectPosts.projectId, ownProjectIds(db, owner, now)));
	const currentPost = (owner: Owner, id: string, now: number) =>
		and(ownPost(owner, id, now), isNull(projectPosts.removedAt));

	const markRead = (owner: Owner, projectId: string, now: number) =>
		db.orm
			.update(notifications)
			.set({ readAt: now })
			.where(and(unreadMessages(owner, now), eq(notifications.projectId, projectId)));

	function insert(
		owner: Owner,
		projectId: string,
		{ id, body }: { id: string; body: string },
		author: { id: SQL | null; name: string | SQL; member?: SQL },
		now: number,
	) {
		const post = {
			id,
			projectId,
			authorId: author.id,
			authorName: author.name,
			memberId: author.member,
			body,
			createdAt: now,
		};
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

		add(owner: Owner, projectId: string, post: { id: string; body: string }, now: number) {
			const session = memberSession(owner);
			const own = sql`${users.firstName} || ' ' || ${users.lastName}`;
			const author = {
				id: sql`${users.id}`,
				name: session ? sql`coalesce(${memberName(session)}, ${own})` : own,
				...(session && { member: memberId(session) }),
			};
			return guarded(insert(owner, projectId, post, author, now));
		},

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
