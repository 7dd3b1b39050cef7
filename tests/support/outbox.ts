import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createDatabase } from "~/db/client.server";
import { outbox } from "~/db/schema";
import { createUndeliverable } from "~/features/email/undeliverable.server";
import type { EventHandlers, EventRow, Outcome } from "~/features/outbox/outbox";
import { createOutbox } from "~/features/outbox/outbox.server";
import { createId } from "~/lib/ids";
import { cloudflareMailer } from "~/platform/mailer/cloudflare";
import { eventKinds } from "~/registry";
import { consumeBatch } from "../../workers/jobs/consume";
import { faultyQueues } from "./faulty-queues";
import { fakeBatch, fakeMessage } from "./messages";

type Row = typeof outbox.$inferInsert;
type TestHandler = (row: EventRow & { readonly kind: string }) => Promise<Outcome>;

/** An outbox on the real D1, with a settable clock, queues that may fail and the test's own handler. */
export function outboxUnderTest(handler: TestHandler = async (): Promise<Outcome> => ({ state: "done" })) {
	const db = createDatabase(env.DB);
	const mailer = cloudflareMailer(env.EMAIL);
	const queues = faultyQueues();
	const background: Promise<unknown>[] = [];
	let now = Date.now();
	let current = handler;
	const handlers = Object.fromEntries(
		Object.keys(eventKinds).map((kind) => [
			kind,
			(payload: unknown, { id, createdAt, userId }: EventRow) => current({ id, createdAt, userId, kind, payload }),
		]),
	) as unknown as EventHandlers;
	const service = createOutbox({
		db,
		clock: () => now,
		queues: queues.queues,
		waitUntil: (work) => background.push(work),
		handlers: () => handlers,
		random: () => 0,
	});
	return {
		db,
		outbox: service,
		queues,
		now: () => now,
		advance(ms: number) {
			now += ms;
		},
		handleWith(next: TestHandler) {
			current = next;
		},
		/** Waits for background work. */
		settled: () => Promise.all(background.splice(0)),
		/** Adds a row without checking its kind or payload. */
		async commit({
			kind = "mail.verify-email",
			payload = { userId: "usr_1", generation: 1 },
			userId = null,
			dedupeKey = null,
			delayMs = 0,
		}: Partial<Pick<Row, "kind" | "payload" | "userId" | "dedupeKey"> & { delayMs: number }> = {}): Promise<string> {
			const id = createId("out", now);
			const row = { id, kind, payload, userId, dedupeKey, nextAt: now + delayMs, createdAt: now };
			await db.orm.insert(outbox).values(row).onConflictDoNothing({ target: outbox.dedupeKey });
			return id;
		},
		async row(id: string) {
			const [row] = await db.read(db.orm.select().from(outbox).where(eq(outbox.id, id)));
			if (!row) throw new Error(`No row ${id}`);
			return row;
		},
		/** Passes messages to the consumer, as the queue would. Returns its decisions. */
		async deliver(bodies: readonly unknown[], queue = "kikoa-mail") {
			const messages = bodies.map((body) => fakeMessage(body));
			const undeliverable = createUndeliverable({ db, clock: () => now, mailer });
			await consumeBatch(fakeBatch(queue, messages), () => ({ outbox: service, undeliverable }));
			return messages.map((message) => message.verdict);
		},
	};
}
