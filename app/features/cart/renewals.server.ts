import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import type { Clock } from "~/lib/clock";
import type { Locale } from "~/lib/dates";
import { SECOND } from "~/lib/durations";
import type { Money } from "~/lib/money";
import { withTimeout } from "~/lib/with-timeout";
import type { RegistrationCache } from "~/platform/answer-cache/answer-cache";
import { type HeldName, isHeldObject } from "~/platform/registrar/held-name";
import type { Registrar, RegistrationInfo } from "~/platform/registrar/registrar";
import type { Line } from "./lines";
import { createRenewalsRepo } from "./renewals.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrar: Pick<Registrar, "info" | "lookUp">;
	readonly cache: RegistrationCache;
	/** Lets the cache be written after the answer was given. */
	readonly waitUntil: (work: Promise<unknown>) => void;
}

type Repo = ReturnType<typeof createRenewalsRepo>;
type Rows<K extends "domains" | "plans" | "pending"> = Awaited<ReturnType<Repo[K]>>;

/** What a registry says of a name that is renewed. */
export interface RegistryFacts extends Pick<RegistrationInfo, "object"> {
	/** Milliseconds. */
	readonly expiry: number;
	/** A year, where the registry asks a price of its own. */
	readonly renewal?: Money;
}

export type PendingRenewal = Rows<"pending">[number];

/** What renewals in a cart are judged by. */
export interface RenewalContext {
	/** Whose it is reads dates like this. */
	readonly reader: Locale;
	readonly now: number;
	readonly domains: Rows<"domains">;
	readonly plans: Rows<"plans">;
	/** Renewals that are ordered already. */
	readonly pending: Rows<"pending">;
}

/** Seconds that a page may show what a registry said. */
const shownFor = 600;
/** A page waits this long for a registry. */
const timeoutMs = 3 * SECOND;

export type Renewals = ReturnType<typeof createRenewals>;

/** What the lines of a cart that renew something are judged by, and the renewals that wait to be paid. */
export function createRenewals({ db, clock, registrar, cache, waitUntil }: Dependencies) {
	const repo = createRenewalsRepo(db);
	return {
		/** What the owner has of what these lines renew; null when nobody is signed in. One read. */
		async loadContext(owner: Owner | null, lines: readonly Line[]): Promise<RenewalContext | null> {
			if (owner === null || lines.length === 0) return null;
			const now = clock();
			const [reader, domains, plans, pending] = await Promise.all([
				repo.customer(owner, now),
				repo.domains(
					owner,
					lines.flatMap(({ kind, domain }) => (kind === "renewal" && domain ? [domain] : [])),
					now,
				),
				repo.plans(
					owner,
					lines.flatMap(({ planId }) => planId ?? []),
					now,
				),
				repo.pending(owner, now),
			]);
			return reader ? { reader, now, domains, plans, pending } : null;
		},

		/** Of the owner: what is ordered already. */
		pending: (owner: Owner) => repo.pending(owner, clock()),

		/**
		 * What the registry says of a name, or said a little while ago: for a page that shows it. An order asks anew. Undefined
		 * when it does not answer in time.
		 */
		async registration(domain: HeldName & { expiresAt: number | null }): Promise<RegistryFacts | undefined> {
			const { name, expiresAt } = domain;
			// Not registered yet.
			if (expiresAt === null) return undefined;
			const known = await cache.get(name);
			if (known && known.expiry >= expiresAt && isHeldObject(domain, known.object)) return known;
			const info = await withTimeout(registrar.info(domain), timeoutMs).catch(() => undefined);
			if (info === "not_held") return undefined;
			if (info) waitUntil(cache.put(info, shownFor));
			return info;
		},

		/** The registrations of these names at their registries. Omits names whose registry does not answer. */
		async lookUpAll(names: readonly string[]): Promise<ReadonlyMap<string, RegistryFacts>> {
			const answers = await Promise.all(names.map((name) => registrar.lookUp(name).catch(() => undefined)));
			return new Map(answers.flatMap((info) => (info ? [[info.name, info] as const] : [])));
		},
	};
}
