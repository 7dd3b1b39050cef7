import { type Change, change, emit } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import { HOUR } from "~/lib/durations";
import { derivedId } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import type { Client } from "./client";
import type { KnownDevices } from "./known-devices";
import type { SecurityEventKind } from "./security-event";
import { createSecurityLogRepo } from "./security-log.repo.server";
import { describeClient, describeDevice, describePlace } from "./session";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly knownDevices: Pick<KnownDevices, "isKnown">;
	readonly waitUntil: (work: Promise<unknown>) => void;
}

type Device = Pick<Client, "userAgent" | "country" | "city">;

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Sign-ins and refused attempts. Customers see those of their account. */
export function createSecurityLog({ db, clock, knownDevices, waitUntil }: Dependencies) {
	const repo = createSecurityLogRepo(db);

	/** Equal events of one hour are one row with a count, so that an attack can't fill the database. */
	function add(kind: SecurityEventKind, userId: string | null, client: Device) {
		const now = clock();
		const device = describeDevice(client.userAgent);
		const place = describePlace(client);
		const id = derivedId("sev", kind, userId ?? "", device, place, String(Math.floor(now / HOUR)));
		return repo.add({ id, userId, kind, device, place, count: 1, firstAt: now, lastAt: now });
	}

	return {
		/**
		 * Change for the start of a session: records it, and emails the owner if the account has signed in before but not
		 * with this device.
		 */
		async signedIn(userId: string, client: Client): Promise<Change> {
			const event = add("signed_in", userId, client);
			const isNew = !knownDevices.isKnown(client, userId) && (await repo.signedInBefore(userId));
			if (!isNew) return event;
			const from = describeClient(client);
			const once = derivedId("sev", "mail", userId, from, String(Math.floor(clock() / HOUR)));
			return change(event, emit({ kind: "mail.new-sign-in", payload: { userId, from }, userId, once }));
		},

		/**
		 * Records a refused attempt after the response is sent, so that the response takes as long for an address without
		 * an account.
		 * @param userId null for an attempt without an account
		 */
		refused(kind: Exclude<SecurityEventKind, "signed_in">, userId: string | null, client: Device): void {
			const written = db.commit(add(kind, userId, client), clock());
			waitUntil(written.catch((error) => logger.warn("security_log_failed", { error })));
		},

		/** Newest first. */
		list: (owner: Owner, limit = 20) => repo.list(owner, limit, clock()),
	};
}
