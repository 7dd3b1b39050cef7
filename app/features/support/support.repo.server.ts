import { eq } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { enquiries } from "~/db/schema";

type EnquiryRow = typeof enquiries.$inferInsert;

/** What people wrote to us. */
export function createSupportRepo(db: Database) {
	return {
		/** Statement. */
		add: (row: EnquiryRow) => db.orm.insert(enquiries).values(row),

		async referenceOf(dedupeKey: string): Promise<string | undefined> {
			const query = db.orm
				.select({ reference: enquiries.reference })
				.from(enquiries)
				.where(eq(enquiries.dedupeKey, dedupeKey));
			const [row] = await db.read(query);
			return row?.reference;
		},
	};
}
