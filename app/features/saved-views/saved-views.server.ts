import { audit, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { createId } from "~/lib/ids";
import { fail, ok, type Result } from "~/lib/result";
import type { SaveView } from "./saved-view.schema";
import { createSavedViewsRepo, mostViews } from "./saved-views.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
}

export type SavedViews = ReturnType<typeof createSavedViews>;

/** A view of a list, for the person who looks at it. */
export type SavedView = Awaited<ReturnType<SavedViews["list"]>>[number];

const entryOf = (
	session: StaffSession,
	kind: "view.shared" | "view.removed",
	{ id, name, list }: { readonly id: string; readonly name: string; readonly list: string },
) => audit(session, null, { kind, subject: { type: "view", id }, params: { name, list } });

/** Filters of the desk's lists that people save for themselves or for everyone. They show nothing that a list does not. */
export function createSavedViews({ db, clock }: Dependencies) {
	const repo = createSavedViewsRepo(db);
	return {
		list: (session: StaffSession, list: string) => repo.list(session, list, clock()),

		async save(session: StaffSession, { list, query, name, shared }: SaveView): Promise<Result<null>> {
			const now = clock();
			const view = { id: createId("sav", now), list, query, name, shared: shared === "on", createdAt: now };
			const added = repo.add(view, session, now);
			const { state } = await db.commit(
				view.shared ? change(entryOf(session, "view.shared", view), added) : added,
				now,
			);
			return state === "ok"
				? ok(null)
				: fail("conflict", `You have ${mostViews} views, which is the limit. Remove one.`);
		},

		async remove(session: StaffSession, id: string): Promise<Result<null>> {
			const now = clock();
			const view = await repo.removable(session, id, now);
			const gone = fail("conflict", "This view was already removed, or someone else saved it.");
			if (!view) return gone;
			const removed = repo.remove(session, id, now);
			const recorded = view.shared ? change(entryOf(session, "view.removed", { id, ...view }), removed) : removed;
			return (await db.commit(recorded, now)).state === "ok" ? ok(null) : gone;
		},
	};
}
