import { audit, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { saveSetting } from "~/db/settings.server";
import { type EmailKind, emailKinds } from "~/features/email/email";
import { type CustomerEmail, isCustomerEmail, isOwnText, ownTextOf } from "~/features/email/own-texts";
import { sampleEmails } from "~/features/email/sample-emails";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { fail, ok, type Result } from "~/lib/result";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createEmailDeskRepo } from "./email-desk.repo.server";
import type { SaveText } from "./email-desk.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly rateLimiter: RateLimiter;
	readonly appOrigin: string;
}

/** Tests that one person may send. */
const testLimit = { limit: 20, windowMs: HOUR };

const changedMeanwhile = () =>
	fail("conflict", "Someone changed this text in the meantime. Compare both and send the form again.", {
		code: "changed_meanwhile",
	});

export type EmailDesk = ReturnType<typeof createEmailDesk>;

/** The emails of the shop, and what staff write into them. */
export function createEmailDesk({ db, clock, rateLimiter, appOrigin }: Dependencies) {
	const repo = createEmailDeskRepo(db);
	const samples = (kind: EmailKind) => sampleEmails({ appOrigin })[kind];

	return {
		/** Every kind of email with its first sample, and since when it has a text of staff (ms). */
		async list(session: StaffSession) {
			const rows = await repo.texts(session, clock());
			const all = sampleEmails({ appOrigin });
			return emailKinds.map((kind) => {
				const setting = rows.find(({ key }) => key === `email:${kind}`);
				const own = ownTextOf(setting?.value);
				return { kind, sample: all[kind][0], own, changedAt: setting && isOwnText(own) ? setting.updatedAt : null };
			});
		},

		/** One email: all its samples, the text of staff with its version, and who changed it. */
		async find(session: StaffSession, kind: EmailKind) {
			const now = clock();
			const [setting, history] = await Promise.all([
				isCustomerEmail(kind) ? repo.text(session, kind, now) : undefined,
				repo.history(session, kind, now),
			]);
			const text = { own: ownTextOf(setting?.value), version: setting?.version ?? 0 };
			return { kind, samples: samples(kind), ...text, history };
		},

		async save(session: StaffSession, kind: CustomerEmail, { version, ...after }: SaveText): Promise<Result<null>> {
			const now = clock();
			const before = ownTextOf((await repo.text(session, kind, now))?.value);
			const saved = await db.commit(
				change(
					audit(session, "settings.email", {
						kind: "email_text.changed",
						subject: { type: "email", id: kind },
						params: { email: kind, before, after },
					}),
					saveSetting(db, { key: `email:${kind}`, value: isOwnText(after) ? after : null, version }, now),
				),
				now,
			);
			return saved.state === "ok" ? ok(null) : changedMeanwhile();
		},

		async reset(session: StaffSession, kind: CustomerEmail, version: number): Promise<Result<null>> {
			const now = clock();
			const before = ownTextOf((await repo.text(session, kind, now))?.value);
			const saved = await db.commit(
				change(
					audit(session, "settings.email", {
						kind: "email_text.reset",
						subject: { type: "email", id: kind },
						params: { email: kind, before },
					}),
					saveSetting(db, { key: `email:${kind}`, value: null, version }, now),
				),
				now,
			);
			return saved.state === "ok" ? ok(null) : changedMeanwhile();
		},

		/** Sends a sample with the stored text to the person's own address. */
		async sendTest(session: StaffSession, staffId: string, kind: EmailKind, sample: number): Promise<Result<null>> {
			if (!samples(kind)[sample]) return fail("not_found", "There is no such sample.");
			const { allowed, retryAfter } = await rateLimiter.take(["email-test", staffId], testLimit);
			if (!allowed) return fail("rate_limited", "You sent many tests. Try again later.", { retryAfter });
			const sent = await db.commit(
				change(
					audit(session, "settings.email", {
						kind: "email_text.tested",
						subject: { type: "email", id: kind },
						params: { email: kind },
					}),
					emit({ kind: "mail.staff-test", payload: { staffId, of: kind, sample } }),
				),
				clock(),
			);
			return sent.state === "ok" ? ok(null) : fail("forbidden", "Your access has changed. Reload the page.");
		},
	};
}
