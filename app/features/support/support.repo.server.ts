import { eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { enquiries } from "~/db/schema";

type EnquiryRow = typeof enquiries.$inferInsert;

/** What people wrote to us. */
export function createSupportRepo(db: Database) {
	return {
		/** Statement. */
		add: (row: EnquiryRow) => db.orm.insert(enquiries).values(row),

		/** The enquiry that used up this key. */
		async sentWith(dedupeKey: string) {
			const [row] = await db.read(db.orm.select().from(enquiries).where(eq(enquiries.dedupeKey, dedupeKey)));
			return row;
		},
	};
}
