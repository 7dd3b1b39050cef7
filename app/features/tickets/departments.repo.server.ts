import type { Database } from "~/db/client.server";
import { settingOf } from "~/db/settings.server";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";

/** How departments work. */
export function createDepartmentsRepo(db: Database) {
	return {
		read: async () => (await db.read(settingOf(db, "departments")))[0],

		/** For the desk. */
		find: async (session: StaffSession, now: number) =>
			(await db.read(settingOf(db, "departments", staffMay(session, "settings.departments", now))))[0],
	};
}
