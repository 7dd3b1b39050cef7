import { audit, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { saveSetting } from "~/db/settings.server";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { type SupportSettings, supportSettingsOf } from "./departments";
import { createDepartmentsRepo } from "./departments.repo.server";

export type Departments = ReturnType<typeof createDepartments>;

/** How departments work, and what staff set. Open tickets keep their times. New messages get theirs from these. */
export function createDepartments({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const repo = createDepartmentsRepo(db);
	return {
		/** What applies now. Read with each message, so that a change applies at once. */
		current: async (): Promise<SupportSettings> => supportSettingsOf((await repo.read())?.value),

		/** For the desk, with the version for its form. */
		async find(session: StaffSession) {
			const setting = await repo.find(session, clock());
			return { settings: supportSettingsOf(setting?.value), version: setting?.version ?? 0 };
		},

		async save(session: StaffSession, version: number, after: SupportSettings): Promise<Result<null>> {
			const now = clock();
			const before = supportSettingsOf((await repo.find(session, now))?.value);
			const saved = await db.commit(
				change(
					audit(session, "settings.departments", {
						kind: "departments.changed",
						subject: { type: "setting", id: "departments" },
						params: { before: JSON.stringify(before), after: JSON.stringify(after) },
					}),
					saveSetting(db, { key: "departments", value: after, version }, now),
				),
				now,
			);
			if (saved.state === "ok") return ok(null);
			return fail("conflict", "Someone changed these settings in the meantime. Compare them and send the form again.", {
				code: "changed_meanwhile",
			});
		},
	};
}
