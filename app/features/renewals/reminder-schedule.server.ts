import { audit, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { saveSetting, settingOf } from "~/db/settings.server";
import { staffMay } from "~/db/staff-access";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { fail, ok, type Result } from "~/lib/result";
import { changedDays, currentDays, type ReminderDays, reminderDaysOf, reminderGroups } from "./reminder-days";
import type { WantedDays } from "./reminder-days.schema";

/** On which days customers are reminded, and what staff set. */
export function createReminderSchedule({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
	const find = async (session: StaffSession) => {
		const allowed = staffMay(session, "settings.services", clock());
		const [setting] = await db.read(settingOf(db, "reminders", allowed));
		return { days: reminderDaysOf(setting?.value), version: setting?.version ?? 0 };
	};
	return {
		/** What applies now. */
		async current(): Promise<ReminderDays> {
			const [setting] = await db.read(settingOf(db, "reminders"));
			return reminderDaysOf(setting?.value);
		},

		/** For the desk, with the version for its form. */
		find,

		/** Applies to what is due after today. See `changedDays`. */
		async save(session: StaffSession, version: number, wanted: WantedDays): Promise<Result<null>> {
			const now = clock();
			const { days } = await find(session);
			const value = Object.fromEntries(
				reminderGroups.map((group) => [group, changedDays(days[group], wanted[group], now)]),
			);
			const changed = reminderGroups.flatMap((group) => {
				const [before, after] = [currentDays(days[group]).join(" "), wanted[group].toSorted((a, b) => a - b).join(" ")];
				return before === after ? [] : [{ group, before, after }];
			});
			const saved = await db.commit(
				change(
					audit(session, "settings.services", {
						kind: "reminder_days.changed",
						subject: { type: "setting", id: "reminders" },
						params: { changed },
					}),
					saveSetting(db, { key: "reminders", value, version }, now),
				),
				now,
			);
			if (saved.state === "ok") return ok(null);
			return fail("conflict", "Someone changed these days in the meantime. Compare them and send the form again.", {
				code: "changed_meanwhile",
			});
		},
	};
}
