import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { auditLog } from "~/db/schema";
import { settingOf, settingsOf } from "~/db/settings.server";
import { staffMay } from "~/db/staff-access";
import type { CustomerEmail } from "~/features/email/own-texts";
import type { StaffSession } from "~/features/staff/staff";

/** Changes of a text that its page lists. */
const shown = 20;

/** The texts that staff have written for emails. */
export function createEmailDeskRepo(db: Database) {
	const may = (session: StaffSession, now: number) => staffMay(session, "settings.email", now);
	return {
		texts: (session: StaffSession, now: number) => db.read(settingsOf(db, "email", may(session, now))),

		async text(session: StaffSession, kind: CustomerEmail, now: number) {
			return (await db.read(settingOf(db, `email:${kind}`, may(session, now))))[0];
		},

		/** Who changed the text of an email, newest first. */
		history: (session: StaffSession, kind: string, now: number) =>
			db.read(
				db.orm
					.select()
					.from(auditLog)
					.where(
						and(
							may(session, now),
							eq(auditLog.subjectId, kind),
							inArray(auditLog.kind, ["email_text.changed", "email_text.reset"]),
						),
					)
					.orderBy(desc(auditLog.at), desc(auditLog.id))
					.limit(shown),
			),
	};
}
