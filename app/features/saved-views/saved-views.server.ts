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

/** Filters of the desk's lists that people save for themselves or for everyone. They show nothing that a list does not. */
export function createSavedViews({ db, clock }: Dependencies) {
	const repo = createSavedViewsRepo(db);
	return {
		list: (session: StaffSession, list: string) => repo.list(session, list, clock()),

		async save(session: StaffSession, { list, query, name, shared }: SaveView): Promise<Result<null>> {
			const now = clock();
			const view = { id: createId("sav", now), list, query, name, shared: shared === "on", createdAt: now };
			const { state } = await db.commit(repo.add(view, session, now), now);
			return state === "ok"
				? ok(null)
				: fail("conflict", `You have ${mostViews} views, which is the limit. Remove one.`);
		},

		async remove(session: StaffSession, id: string): Promise<Result<null>> {
			const { state } = await db.commit(repo.remove(session, id, clock()), clock());
			return state === "ok" ? ok(null) : fail("conflict", "This view was already removed, or someone else saved it.");
		},
	};
}
