import type { Database } from "~/db/client.server";
import type { Owner } from "~/db/owner";
import { findProduct, productTitle } from "~/features/catalog/catalog";
import type { Clock } from "~/lib/clock";
import type { Locale } from "~/lib/dates";
import { SECOND } from "~/lib/durations";
import type { Money } from "~/lib/money";
import { withTimeout } from "~/lib/with-timeout";
import type { RegistrationCache } from "~/platform/answer-cache/answer-cache";
import { type HeldName, isHeldObject } from "~/platform/registrar/held-name";
import type { Registrar, RegistrationInfo } from "~/platform/registrar/registrar";
import type { OwnedTargets } from "./addon-targets";
import { isRenewal, type Line } from "./lines";
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
type Rows<K extends "domains" | "plans" | "pending" | "addons"> = Awaited<ReturnType<Repo[K]>>;

/** Registry data for a name that can be renewed. */
export interface RegistryFacts extends Pick<RegistrationInfo, "object"> {
	/** Milliseconds. */
	readonly expiry: number;
	/** The registry's own yearly price, for a premium name. */
	readonly renewal?: Money;
}

export type PendingRenewal = Rows<"pending">[number];

/** A running add-on. `domain`: the name of the domain that it belongs to. */
export type OwnedAddon = Rows<"addons">[number];

/** The customer's data against which renewals and add-ons in a cart are checked. */
export interface RenewalContext {
	/** How the customer's dates are formatted. */
	readonly reader: Locale;
	readonly now: number;
	readonly domains: Rows<"domains">;
	readonly plans: Rows<"plans">;
	/** Renewals that are already ordered. */
	readonly pending: Rows<"pending">;
	/** Running add-ons of these domains and plans. */
	readonly addons: readonly OwnedAddon[];
	/** What an add-on can be for. Empty if the cart has none. */
	readonly targets: OwnedTargets;
}

/** How many domains and how many plans an add-on's form offers. */
const mostTargets = 200;

/** How long a page may show cached registry data. */
const cacheSeconds = 600;
const timeoutMs = 3 * SECOND;

export type RenewalLookup = ReturnType<typeof createRenewalLookup>;

const titleOf = ({ productId, name }: { readonly productId: string; readonly name: string }): string => {
	const product = findProduct(productId);
	return product ? productTitle(product) : name;
};

/** Data for renewing domains and plans: ownership, pending orders and registry data. */
export function createRenewalLookup({ db, clock, registrar, cache, waitUntil }: Dependencies) {
	const repo = createRenewalLookupRepo(db);
	return {
		/**
		 * Reads the domains, plans, add-ons and pending orders of the renewals and add-ons among these lines. Null if there
		 * are none, or if no one is signed in. One round trip.
		 */
		async loadContext(owner: Owner | null, all: readonly Line[]): Promise<RenewalContext | null> {
			const lines = all.filter((line) => isRenewal(line) || line.kind === "addon");
			if (owner === null || lines.length === 0) return null;
			const now = clock();
			const hasAddon = lines.some(({ kind }) => kind === "addon");
			// An add-on may be for a new plan whose domain the account has.
			const named = hasAddon ? [...lines, ...all.filter(({ kind }) => kind === "plan")] : lines;
			const names = named.flatMap(({ kind, domain }) => (kind !== "hosting_renewal" && domain ? [domain] : []));
			const planIds = lines.flatMap(({ planId }) => planId ?? []);
			const [reader, domains, plans, pending, addons, targetNames, targetPlans] = await Promise.all([
				repo.customer(owner, now),
				repo.domains(owner, names, now),
				repo.plans(owner, planIds, now),
				repo.pending(owner, now),
				repo.addons(owner, { names, planIds }, now),
				hasAddon ? repo.domainNames(owner, mostTargets, now) : [],
				hasAddon ? repo.runningPlans(owner, mostTargets, now) : [],
			]);
			const ours = [
				...domains.flatMap(({ name, status }) => (status === "active" ? name : [])),
				...[...plans, ...targetPlans].flatMap(({ domain, isOurs }) => (isOurs && domain ? domain : [])),
			];
			const ownPlans = targetPlans.map((plan) => ({ ...plan, name: titleOf(plan) }));
			const targets = { domains: targetNames, plans: ownPlans, ours };
			return reader ? { reader, now, domains, plans, pending, addons, targets } : null;
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
