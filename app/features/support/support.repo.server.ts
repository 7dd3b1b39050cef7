import { eq } from "drizzle-orm";
import { unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { enquiries } from "~/db/schema";

type EnquiryRow = typeof enquiries.$inferInsert;

export function createSupportRepo(db: Database) {
	return {
		/** A duplicate if an enquiry has used up the key. */
		add: (row: EnquiryRow) => unique("enquiries.dedupe_key", write(db.orm.insert(enquiries).values(row))),

		async findByKey(dedupeKey: string) {
			const [row] = await db.read(db.orm.select().from(enquiries).where(eq(enquiries.dedupeKey, dedupeKey)));
			return row;
		},
	};
}
