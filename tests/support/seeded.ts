import { env } from "cloudflare:workers";
import { buildSeed } from "~/db/seed/build-seed";
import { sealedDemoCard } from "~/db/seed/demo/card";
import { toSql } from "~/db/seed/to-sql";
import { sha256Hex } from "~/lib/sha256";
import { aSession, testServices } from "./factories";

/** The seed in the test's D1, and sessions of its two customers. */
export async function seededShop(now = Date.now()) {
	const cardToken = await sealedDemoCard(env.TOKEN_SECRET, now);
	const rows = buildSeed({ now, passwordHash: "none", cardToken });
	await env.DB.batch(toSql(rows).map((statement) => env.DB.prepare(statement)));
	const [demo, other] = rows.users;
	if (!demo || !other) throw new Error("The seed has two customers");
	return { rows, demo, other, demoSession: await signIn(demo), otherSession: await signIn(other) };
}

async function signIn(user: { id: string }) {
	const { cookie, token, sessionId } = await aSession(user, { services: testServices() });
	return { cookie, sessionId, owner: { sessionHash: sha256Hex(token) } };
}
