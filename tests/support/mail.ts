import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { users } from "~/db/schema";
import { createEmails } from "~/features/email/email.server";
import type { RecipientAccounts } from "~/features/email/recipient-accounts";
import { createSentEmails } from "~/features/email/sent-emails.server";
import { createUndeliverable } from "~/features/email/undeliverable.server";
import type { Message } from "~/lib/email-message";
import { createR2FileStore } from "~/platform/files/r2";
import type { Mailer, SendResult } from "~/platform/mailer/mailer";
import { flakyFiles } from "./flaky-files";
import { outboxUnderTest } from "./outbox";

type Behaviour = (message: Message, key: string) => Promise<SendResult>;

/** A mailer that stores accepted messages once per key, and fails as the test tells it to. */
export function faultyMailer() {
	const accepted = new Map<string, Message>();
	const accept: Behaviour = async (message, key) => {
		accepted.set(key, accepted.get(key) ?? message);
		return { state: "accepted", id: `mail-${key}` };
	};
	const script: Behaviour[] = [];
	const calls: { to: string; key: string }[] = [];
	const mailer: Mailer = {
		send(message, key) {
			calls.push({ to: message.to, key });
			return (script.shift() ?? accept)(message, key);
		},
	};
	return {
		mailer,
		accept,
		calls,
		/** Messages that reached a mailbox. */
		delivered: () => [...accepted.values()],
		/** Sets the behaviour of the next calls. Later calls are accepted. */
		next(...behaviours: Behaviour[]) {
			script.push(...behaviours);
		},
	};
}

/** Recipients from the real table. Each link has its own token. */
const accounts: RecipientAccounts = {
	async find(userId) {
		const db = createDatabase(env.DB);
		const [user] = await db.read(db.orm.select().from(users).where(eq(users.id, userId)));
		return user ?? null;
	},
	async issueLink({ outboxId, purpose }) {
		return { url: `https://kikoa.test/${purpose}?token=secret-${outboxId}`, expiresAt: Date.UTC(2026, 10, 21, 12) };
	},
};

/** Email sending from the outbox row to a mailer and a file store that may fail. */
export function mailUnderTest({ fileStore = {} }: { fileStore?: Parameters<typeof flakyFiles>[1] } = {}) {
	const faults = faultyMailer();
	const under = outboxUnderTest();
	const undeliverable = createUndeliverable({ db: under.db, clock: under.now, mailer: faults.mailer });
	const sentEmails = createSentEmails({ store: flakyFiles(createR2FileStore(env.FILES), fileStore) });
	const mail = createEmails({
		undeliverable,
		sentEmails,
		db: under.db,
		clock: under.now,
		accounts,
		renewals: { paymentForInvoice: async () => null, paymentForRenewal: async () => null },
		mailer: faults.mailer,
		appOrigin: "https://kikoa.test",
		from: "Kikoa <hello@kikoa.test>",
		replyTo: "support@kikoa.test",
		tokenSecret: "a secret for unsubscribe links in tests",
		replySecrets: ["a secret for reply addresses in tests"],
		timeoutMs: 50,
	});
	under.handleWith(({ kind, ...row }) => mail.handlers[kind as "mail.receipt"](row.payload as never, row));
	return { ...under, faults, sentEmails };
}
