import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { outbox, users } from "~/db/schema";
import { testServices } from "./factories";

const db = createDatabase(env.DB);

/** A client with its own address, so that rate limits don't add up between tests. */
export function aClient() {
	const bytes = crypto.getRandomValues(new Uint8Array(3));
	return {
		userAgent: "Mozilla/5.0 (Linux; Android 14) Chrome/140.0",
		country: "KE",
		city: "Kisumu",
		key: `10.${bytes.join(".")}`,
	};
}

export async function accountOf(email: string) {
	const rows = await db.read(db.orm.select().from(users).where(eq(users.email, email)));
	return rows[0];
}

/** The account's outbox rows of one kind. */
export function mailsOf(userId: string | undefined, kind: string) {
	const mine = and(eq(outbox.userId, userId ?? ""), eq(outbox.kind, kind));
	return db.read(db.orm.select().from(outbox).where(mine));
}

/** The token of the newest link for a purpose, issued as it is when the email is sent. */
export async function newestToken(email: string, purpose: "verify" | "reset", services = testServices()) {
	const user = await accountOf(email);
	const mails = await mailsOf(user?.id, purpose === "verify" ? "mail.verify-email" : "mail.reset-password");
	const [mail] = mails.toSorted((a, b) => Number(b.payload.generation) - Number(a.payload.generation));
	if (!user || !mail) throw new Error(`No ${purpose} mail for ${email}`);
	const generation = Number(mail.payload.generation);
	const { url } = await services.accounts.issueLink({ outboxId: mail.id, userId: user.id, purpose, generation });
	return new URL(url).searchParams.get("token") ?? "";
}
