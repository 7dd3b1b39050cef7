import type { Database } from "~/db/client.server";
import { enqueue } from "~/db/outbox.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { idOf } from "~/lib/ids";
import { messageOf } from "~/lib/message-of";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { SecurityEventKind } from "./security-event";
import { createSecurityLogRepo } from "./security-log.repo.server";
import { describeClient, describeDevice, describePlace } from "./session";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly knownDevices: Pick<KnownDevices, "isKnown">;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

type Device = Pick<Client, "userAgent" | "country" | "city">;

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Who signed in, who tried to, and what was refused. Customers see what concerns their account. */
export function createSecurityLog({ db, clock, knownDevices, dispatch, waitUntil }: Dependencies) {
	const repo = createSecurityLogRepo(db);

	/** Equal events of one hour are one row with a count, so that an attack can't fill the database. */
	function add(kind: SecurityEventKind, userId: string | null, client: Device) {
		const now = clock();
		const device = describeDevice(client.userAgent);
		const place = describePlace(client);
		const id = idOf("sev", kind, userId ?? "", device, place, String(Math.floor(now / HOUR)));
		return repo.add({ id, userId, kind, device, place, count: 1, firstAt: now, lastAt: now });
	}

	return {
		/**
		 * For the batch that starts a session: its event, and an email to the owner where the device is new to an account
		 * that has signed in before. `afterwards` is for after the batch.
		 */
		async signedIn(userId: string, client: Client) {
			const event = add("signed_in", userId, client);
			const isNew = !knownDevices.isKnown(client, userId) && (await repo.signedInBefore(userId));
			if (!isNew) return { statements: [event], afterwards: () => {} };
			const now = clock();
			const from = describeClient(client);
			const dedupeKey = idOf("sev", "mail", userId, from, String(Math.floor(now / HOUR)));
			const mail = enqueue(db, { kind: "mail.new-sign-in", payload: { userId, from }, userId, dedupeKey }, now);
			return { statements: [event, mail.statement], afterwards: () => dispatch([mail.id]) };
		},

		/**
		 * A refused attempt, written after the answer: the answer takes as long for an address without an account.
		 * @param userId null where no account is concerned
		 */
		refused(kind: Exclude<SecurityEventKind, "signed_in">, userId: string | null, client: Device): void {
			const written = db.write([add(kind, userId, client)]);
			waitUntil(written.catch((error) => console.warn("security log", messageOf(error))));
		},

		/** The newest, newest first. */
		list: (owner: Owner, limit = 20) => repo.list(owner, limit, clock()),
	};
}
