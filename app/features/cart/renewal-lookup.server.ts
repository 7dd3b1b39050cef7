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
import { createRenewalLookupRepo } from "./renewal-lookup.repo.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly registrar: Pick<Registrar, "info" | "lookUp">;
	readonly cache: RegistrationCache;
	/** Lets the cache be written after the response was sent. */
	readonly waitUntil: (work: Promise<unknown>) => void;
}

type Repo = ReturnType<typeof createRenewalLookupRepo>;
type Rows<K extends "domains" | "plans" | "pending"> = Awaited<ReturnType<Repo[K]>>;

/** Registry data for a name that can be renewed. */
export interface RegistryFacts extends Pick<RegistrationInfo, "object"> {
	/** Milliseconds. */
	readonly expiry: number;
	/** The registry's own yearly price, for a premium name. */
	readonly renewal?: Money;
}

export type PendingRenewal = Rows<"pending">[number];

/** The customer's data against which renewals in a cart are checked. */
export interface RenewalContext {
	/** How the customer's dates are formatted. */
	readonly reader: Locale;
	readonly now: number;
	readonly domains: Rows<"domains">;
	readonly plans: Rows<"plans">;
	/** Renewals that are already ordered. */
	readonly pending: Rows<"pending">;
}

/** How long a page may show cached registry data. */
const cacheSeconds = 600;
const timeoutMs = 3 * SECOND;

export type RenewalLookup = ReturnType<typeof createRenewalLookup>;

/** Data for renewing domains and plans: ownership, pending orders and registry data. */
export function createRenewalLookup({ db, clock, registrar, cache, waitUntil }: Dependencies) {
	const repo = createRenewalLookupRepo(db);
	return {
		/** Reads the domains, plans and pending orders of these lines. Null if no one is signed in. One round trip. */
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

		/** The owner's renewals and plan changes that are already ordered. */
		pending: (owner: Owner) => repo.pending(owner, clock()),

		/**
		 * Registry data for one domain, for display: may be `cacheSeconds` old. Undefined if the domain is not registered
		 * yet, has another holder, or the registry does not answer in time.
		 */
		async registration(domain: HeldName & { expiresAt: number | null }): Promise<RegistryFacts | undefined> {
			const { name, expiresAt } = domain;
			// Not registered yet.
			if (expiresAt === null) return undefined;
			const known = (await cache.get([name])).get(name);
			if (known && known.expiry >= expiresAt && isHeldObject(domain, known.object)) return known;
			const info = await withTimeout(registrar.info(domain), timeoutMs).catch(() => undefined);
			if (info === "not_held") return undefined;
			if (info) waitUntil(cache.put([{ fact: info, seconds: cacheSeconds }]));
			return info;
		},

		/** Current registry data by name. Omits names whose registry does not answer. */
		async lookUpAll(names: readonly string[]): Promise<ReadonlyMap<string, RegistryFacts>> {
			const answers = await Promise.all(names.map((name) => registrar.lookUp(name).catch(() => undefined)));
			return new Map(answers.flatMap((info) => (info ? [[info.name, info] as const] : [])));
		},
	};
}
