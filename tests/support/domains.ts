import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import type { ConfirmedOwner } from "~/db/owner";
import { domains, sandboxRegistry, sessions } from "~/db/schema";
import { DAY, MINUTE } from "~/lib/durations";
import { createId } from "~/lib/ids";
import { sha256Hex } from "~/lib/sha256";
import { aCustomer, aSession, testServices } from "./factories";
import { aName } from "./orders";
import { writeRows } from "./rows";

const db = createDatabase(env.DB);

/** A customer with a confirmed session. */
export async function aConfirmedOwner(services = testServices()) {
	const user = await aCustomer();
	const { token, sessionId, cookie } = await aSession(user, { services });
	const now = services.clock();
	await writeRows(db, [db.orm.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, sessionId))]);
	const owner: ConfirmedOwner = { sessionHash: sha256Hex(token), confirmedFrom: now - MINUTE };
	return { user, owner, cookie };
}

/** A registered domain of that customer, also at the sandbox registry. */
export async function aDomain(userId: string, fields: Partial<typeof domains.$inferInsert> = {}) {
	const now = Date.now();
	const name = fields.name ?? aName();
	const nameservers = ["ns1.kikoa.example", "ns2.kikoa.example"];
	const expiresAt = fields.expiresAt ?? now + 200 * DAY;
	const registeredAt = fields.registeredAt ?? now - 100 * DAY;
	const registryId = fields.registryId ?? `object-of-${name}`;
	const row = {
		id: createId("dom"),
		userId,
		name,
		tld: name.slice(name.indexOf(".") + 1),
		status: "active" as const,
		nameservers,
		registrar: null,
		createdAt: now,
		updatedAt: now,
		...fields,
		expiresAt,
		registeredAt,
		registryId,
	};
	await writeRows(db, [
		db.orm.insert(domains).values(row),
		db.orm.insert(sandboxRegistry).values({
			...{ name, state: "registered", authCode: "auth-code-1", nameservers, expiresAt },
			objectId: registryId,
			createdAt: registeredAt,
		}),
	]);
	return row;
}
