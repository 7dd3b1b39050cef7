import { env } from "cloudflare:workers";
import { createDatabase } from "~/db/client.server";
import { users } from "~/db/schema";
import { clientOf } from "~/features/accounts/client";
import { createId } from "~/lib/ids";
import { withoutPace } from "~/platform/call-pace/call-pace";
import { createServices, type Overrides, type Services } from "~/services.server";
import { writeRows } from "./rows";
import { recorded } from "./statement-plans";

export const testPassword = "long rains in april";

type User = typeof users.$inferInsert;

let next = 1;

/** A customer in D1, active by default. Pass `password` only if the test needs one, because hashing is slow. */
export async function aCustomer(
	{ password, ...fields }: Partial<User> & { password?: string } = {},
	d1 = env.DB,
): Promise<User> {
	const db = createDatabase(d1);
	const now = Date.now();
	const user: User = {
		id: createId("usr"),
		email: `customer-${next++}-${Math.random().toString(36).slice(2, 8)}@example.com`,
		firstName: "Amina",
		lastName: "Otieno",
		country: "Kenya",
		status: "active",
		passwordHash: password === undefined ? "none" : await testServices().passwords.hash(password),
		verifiedAt: now,
		createdAt: now,
		updatedAt: now,
		...fields,
	};
	await writeRows(db, [db.orm.insert(users).values(user)]);
	return user;
}

/** Signs a customer in. Returns the session's token and the cookie that a browser would send. */
export async function aSession(user: Pick<User, "id">, { remembered = false, services = testServices() } = {}) {
	const started = await services.sessions.start({
		userId: user.id,
		remembered,
		client: clientOf(new Request("https://kikoa.test"), "https://kikoa.test"),
	});
	if (!started.ok) throw new Error(started.error.message);
	const { token, sessionId } = started.value;
	return { token, sessionId, cookie: `__Host-session=${token}` };
}

const bindings = new WeakMap<D1Database, Env>();

/** The same object for each database, because the configuration is checked once for each object. */
function bindingsWith(d1: D1Database): Env {
	const known = bindings.get(d1) ?? { ...env, DB: recorded(d1) };
	bindings.set(d1, known);
	return known;
}

/** Services as in a request, on the test's D1 and KV. `settle()` waits for background work. */
export function testServices(overrides: Overrides = {}, d1 = env.DB): Services & { settle(): Promise<void> } {
	const later: Promise<unknown>[] = [];
	// Events stay in the outbox until a test delivers them.
	const queues = { send: async () => {} };
	const services = createServices(bindingsWith(d1), (work) => later.push(work), {
		queues,
		// A pace is real time.
		callPaces: () => withoutPace,
		...overrides,
	});
	return Object.assign(services, {
		async settle() {
			while (later.length > 0) await later.shift();
		},
	});
}
