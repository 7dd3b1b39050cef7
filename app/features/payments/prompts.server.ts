import { change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { queueDueItems } from "~/db/due-items.server";
import type { Owner } from "~/db/owner";
import { done, type Outcome } from "~/features/outbox/outbox";
import type { Clock } from "~/lib/clock";
import { DAY, HOUR, SECOND } from "~/lib/durations";
import { isKenyanMobile } from "~/lib/kenyan-mobile";
import { ok, type Result } from "~/lib/result";
import { type PromptSetting, promptTimes } from "./prompt";
import type { PromptSettingInput } from "./prompt.schema";
import { createPromptsRepo, type PromptableInvoice } from "./prompts.repo.server";
import { readPhone } from "./read-phone";
import type { StartPayment } from "./start-payment.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly start: StartPayment;
}

export type Prompts = ReturnType<typeof createPrompts>;

/** A prompt that could not be sent within this time of its hour is left out. */
const latestMs = HOUR;

/** Of open invoices. One statement then takes a few milliseconds. */
const invoicesPerPage = 1_000;

/** `at`: when the prompt is sent (ms). */
interface Item {
	readonly invoiceId: string;
	readonly at: number;
}

/** M-Pesa prompts for renewal invoices, at an hour that the customer chose. */
export function createPrompts({ db, clock, start }: Dependencies) {
	const repo = createPromptsRepo(db);

	return {
		/** What the customer chose, and a phone to begin with. `setting` is null while prompts are off. */
		async setting(owner: Owner): Promise<{ setting: PromptSetting | null; suggested: string }> {
			const found = await repo.setting(owner, clock());
			const { phone, hour, profilePhone } = found ?? { phone: null, hour: null, profilePhone: null };
			return {
				setting: phone === null || hour === null ? null : { phone, hour },
				suggested: profilePhone !== null && isKenyanMobile(profilePhone) ? profilePhone : "",
			};
		},

		/** Turns prompts on, or changes the phone or the hour. */
		async choose(owner: Owner, { phone: typed, hour }: PromptSettingInput): Promise<Result<null>> {
			const phone = readPhone(typed);
			if (!phone.ok) return phone;
			const now = clock();
			const params = { lastDigits: phone.value.slice(-3), hour };
			const entry = log({ kind: "prompts.on", actor: "customer", params, owner });
			await db.commit(change(repo.save(owner, { phone: phone.value, hour }, now), entry), now);
			return ok(null);
		},

		/** Turns prompts off. Nothing changes if they are. */
		async turnOff(owner: Owner): Promise<void> {
			const now = clock();
			const entry = log({ kind: "prompts.off", actor: "customer", params: {}, owner });
			await db.commit(change(repo.save(owner, null, now), entry), now);
		},

		/** Prompts that were sent for the owner's invoice, newest first. */
		ofInvoice: (owner: Owner, invoiceId: string) => repo.ofInvoice(owner, invoiceId, clock()),

		/** Queues the prompts of the next hour, and those of this hour that an earlier run missed. Returns how many. */
		queueDue(): Promise<number> {
			const now = clock();
			const thisHour = Math.floor(now / HOUR) * HOUR;
			const hours = [thisHour, thisHour + HOUR];
			const isNew = (at: number) => hours.includes(at);
			return queueDueItems({ db, clock, pageSize: invoicesPerPage }, [
				{
					kind: "payment.prompt",
					// The first prompt comes within a day before the invoice is due, the others on the next two days.
					page: repo.promptable({ from: thisHour - 2 * DAY - 1, to: thisHour + HOUR + DAY }),
					event({ id: invoiceId, dueAt, hour }: PromptableInvoice) {
						const at = hour === null ? undefined : promptTimes(dueAt, hour).find(isNew);
						if (at === undefined) return null;
						return { payload: { invoiceId, at }, once: `${invoiceId}:${at}`, delayMs: Math.max(at - now, 0) };
					},
				},
			]);
		},

		/**
		 * Sends a prompt. Does nothing if the invoice is paid or cancelled, the customer chose another hour or a card, or
		 * declined an earlier prompt, or the hour is over.
		 */
		async send({ invoiceId, at }: Item): Promise<Outcome> {
			const now = clock();
			const found = await repo.find(invoiceId);
			if (!found || now >= at + latestMs || !promptTimes(found.dueAt, found.setting.hour).includes(at)) return done;
			const { setting, userId, email } = found;
			const started = await start(
				{ id: userId, email },
				invoiceId,
				{ method: "mpesa", phone: setting.phone },
				{
					requirePrompt: () =>
						change(
							repo.requirePrompt(invoiceId, setting, now),
							log({
								kind: "payment.prompted",
								actor: "system",
								params: { phone: setting.phone },
								owner: { userId },
								subjectId: invoiceId,
							}),
						),
				},
			);
			if (started.ok) return done;
			const { kind, message, retryAfter = 60 } = started.error;
			if (kind !== "rate_limited" && kind !== "unavailable") return { state: "done", note: `Not sent: ${message}` };
			return { state: "postponed", reason: message, until: now + retryAfter * SECOND };
		},
	};
}
