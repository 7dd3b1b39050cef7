import { env } from "cloudflare:workers";
import { and, eq, sql } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { hostingPlans, outbox, sandboxPanelAccounts } from "~/db/schema";
import { DAY } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { createSandboxPanel } from "~/platform/hosting/sandbox/sandbox-panel";
import { writeRows } from "./rows";

const db = createDatabase(env.DB);

/** The sandbox panel without other services. */
export const aPanel = (clock: () => number = Date.now) => createSandboxPanel({ db, clock, appOrigin: env.APP_ORIGIN });

/** A Business hosting plan, paid monthly and set up at the panel. */
export async function aPlan(userId: string, fields: Partial<typeof hostingPlans.$inferInsert> = {}, now = Date.now()) {
	const row = {
		id: createId("hst"),
		userId,
		productId: "shared-business",
		name: "Business Hosting",
		type: "web" as const,
		status: "active" as const,
		domain: null as string | null,
		resources: {},
		features: [],
		price: 420_000,
		currency: "KES" as const,
		termMonths: 1,
		createdAt: now,
		expiresAt: now + 30 * DAY,
		updatedAt: now,
		...(fields.domain && { domainProvenAt: now }),
		...fields,
	};
	await writeRows(db, [db.orm.insert(hostingPlans).values(row)]);
	const { id: account, productId: plan, resources, domain } = row;
	const { panel } = aPanel();
	await panel.create({ account, plan, resources, email: "customer@example.com" });
	if (row.domainProvenAt) await panel.setDomain(account, domain);
	return row;
}

export async function thePlan(id: string) {
	const [row] = await db.read(db.orm.select().from(hostingPlans).where(eq(hostingPlans.id, id)));
	if (!row) throw new Error(`no plan ${id}`);
	return row;
}

/** The account's domain at the sandbox panel. */
export async function panelDomain(account: string) {
	const accounts = db.orm.select().from(sandboxPanelAccounts).where(eq(sandboxPanelAccounts.account, account));
	return (await db.read(accounts))[0]?.domain;
}

/** The id of the latest event that sets the plan's domain at the panel. */
export async function panelUpdate(planId: string): Promise<string> {
	const ofPlan = and(eq(outbox.kind, "hosting.set-domain"), sql`${outbox.payload} ->> '$.planId' = ${planId}`);
	const [row] = await db.read(db.orm.select().from(outbox).where(ofPlan).orderBy(sql`rowid desc`));
	if (!row) throw new Error(`no event for plan ${planId}`);
	return row.id;
}
