import { env } from "cloudflare:workers";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";
import { RouterContextProvider } from "react-router";
import { clientContext, requestIdContext, servicesContext, staffContext } from "~/context";
import { createDatabase } from "~/db/client.server";
import { staff, staffRoles, staffSessions } from "~/db/schema";
import type { Role } from "~/features/staff/permissions";
import type { StaffSession } from "~/features/staff/staff";
import { MINUTE } from "~/lib/durations";
import { createId, randomToken } from "~/lib/ids";
import { createSealer } from "~/lib/seal";
import { sha256Hex } from "~/lib/sha256";
import { totpCode, totpStep } from "~/lib/totp";
import { configOf, secretsOf } from "~/platform/config";
import type { Services } from "~/services.server";
import { aClient } from "./accounts";
import { testServices } from "./factories";
import { writeRows } from "./rows";

type StaffRow = typeof staff.$inferInsert;

let next = 1;

const secret = new Uint8Array(20).fill(7);

/** The code that the app of every member in the tests shows at this time (ms). */
export const staffCode = (now: number): string => totpCode(secret, totpStep(now));

/**
 * Someone at the desk, active and with an authenticator app by default. Pass `password` only if the test needs one,
 * because hashing is slow.
 */
export async function aMember(
	roles: readonly Role[],
	{ password, ...fields }: Partial<StaffRow> & { password?: string } = {},
	d1 = env.DB,
): Promise<StaffRow> {
	const db = createDatabase(d1);
	const now = Date.now() - MINUTE;
	const id = createId("stf");
	const sealer = createSealer(secretsOf(configOf(env)), "staff");
	const row: StaffRow = {
		id,
		email: `staff-${next++}-${Math.random().toString(36).slice(2, 8)}@kikoa.test`,
		name: "Wanjiku Kamau",
		status: "active",
		passwordHash: password === undefined ? "none" : await testServices().passwords.hash(password),
		totpSecret: await sealer.seal(encodeBase64urlNoPadding(secret), `totp:${id}`),
		totpSince: now,
		createdAt: now,
		updatedAt: now,
		...fields,
	};
	await writeRows(db, [
		db.orm.insert(staff).values(row),
		...roles.map((role) => db.orm.insert(staffRoles).values({ staffId: id, role })),
	]);
	return row;
}

/** A session of the desk, without signing in. Returns it as use-cases take it, and as a cookie. */
export async function aStaffSession(
	member: Pick<StaffRow, "id">,
	fields: Partial<typeof staffSessions.$inferInsert> = {},
	d1 = env.DB,
) {
	const db = createDatabase(d1);
	const token = randomToken();
	const now = Date.now();
	const row = {
		id: createId("ses"),
		staffId: member.id,
		tokenHash: sha256Hex(token),
		userAgent: "",
		place: "Kenya",
		createdAt: now - MINUTE,
		seenAt: now,
		idleExpiresAt: now + 30 * MINUTE,
		expiresAt: now + 60 * MINUTE,
		confirmedAt: now - MINUTE,
		...fields,
	};
	await writeRows(db, [db.orm.insert(staffSessions).values(row)]);
	const session: StaffSession = { staffHash: row.tokenHash, place: "Kenya", requestId: "test-request" };
	return { session, token, cookie: `__Host-staff=${token}` };
}

/** The session of an owner of the shop, which is valid whatever a test's clock says. */
export async function anOwner(d1 = env.DB): Promise<StaffSession> {
	const always = { idleExpiresAt: Number.MAX_SAFE_INTEGER, expiresAt: Number.MAX_SAFE_INTEGER };
	return (await aStaffSession(await aMember(["owner"], {}, d1), always, d1)).session;
}

/** A member with these roles who is signed in. */
export async function aSignedInMember(roles: readonly Role[], fields: Parameters<typeof aMember>[1] = {}) {
	const member = await aMember(roles, fields);
	return { member, ...(await aStaffSession(member)) };
}

interface Visit {
	readonly services?: Services;
	readonly cookie?: string | undefined;
	/** Path and query. */
	readonly address: string;
	readonly params?: Record<string, string>;
	/** Sends a form. */
	readonly form?: Record<string, string> | URLSearchParams;
}

/** The arguments of a loader or action of the desk, as its middleware prepares them. */
export function deskArgs({ services = testServices(), cookie, address, params = {}, form }: Visit) {
	const url = new URL(address, "https://kikoa.test");
	const context = new RouterContextProvider();
	const client = aClient();
	context.set(servicesContext, services);
	context.set(clientContext, client);
	context.set(requestIdContext, "test-request");
	context.set(
		staffContext,
		services.staff.sessions.viewer({ cookie: cookie ?? null, client, requestId: "test-request" }),
	);
	const headers = cookie ? { Cookie: cookie } : undefined;
	const request = form
		? new Request(url, { method: "POST", body: new URLSearchParams(form), ...(headers && { headers }) })
		: new Request(url, headers && { headers });
	return { context, params, request, url, pattern: url.pathname };
}

/** The status of a value that a loader or action returned or threw. 200 for plain data. */
export function statusOf(answer: unknown): number {
	if (answer instanceof Response) return answer.status;
	if (typeof answer === "object" && answer !== null && "init" in answer)
		return (answer.init as ResponseInit | null)?.status ?? 200;
	if (answer instanceof Error) throw answer;
	return 200;
}
