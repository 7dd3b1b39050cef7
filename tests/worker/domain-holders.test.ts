import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordInput } from "~/features/dns/record-input";
import { toRRsets } from "~/features/dns/rrsets";
import { DAY, MINUTE } from "~/lib/durations";
import {
	type Account,
	elsewhereCode,
	otherAccount,
	strangersCode,
	type TwoAccounts,
	twoAccounts,
	wrongCode,
} from "../support/two-accounts";

/** `VITE_PROPERTY_RUNS=2000 vitest run --project worker tests/worker/domain-holders.test.ts` for a long search. */
const runs = Number(import.meta.env.VITE_PROPERTY_RUNS ?? 25);
const seed = import.meta.env.VITE_PROPERTY_SEED;
/** The `path` of a failure, to repeat only that one. */
const path = import.meta.env.VITE_PROPERTY_PATH;

const contact = {
	...{ firstName: "Achieng", lastName: "Otieno", organisation: null, email: "achieng@example.com" },
	...{ phone: "+254712345678", address: "P.O. Box 1", city: "Kisumu", country: "Kenya" },
};
const record: Omit<RecordInput, "value"> = {
	...{ type: "A", name: "www", ttl: "3600", priority: "", weight: "", port: "", flags: "", tag: "" },
};

/** State of the sequence that is not in the rows. */
interface Memory {
	/** The authorization code that the other account passed on. */
	readonly codes: Partial<Record<Account, string>>;
	/** Registration ids of the transfers that the registry accepted. */
	readonly accepted: Map<string, string | null>;
	readonly codeOf: Map<string, string>;
}

type Act = (world: TwoAccounts, who: Account, pick: number, memory: Memory) => Promise<unknown>;

const domainId = async (world: TwoAccounts, who: Account) => (await world.row(who))?.id ?? "dom_none";

/** Every action of an account, and every delivery for it, at any time. */
const acts = {
	register: (world, who) => world.pay(who, "registration", {}),
	transferWithWrongCode: (world, who) => world.pay(who, "transfer", { authCode: wrongCode }),
	async transferWithCode(world, who, _pick, memory) {
		const authCode = memory.codes[who] ?? elsewhereCode;
		memory.codeOf.set(await world.pay(who, "transfer", { authCode }), authCode);
	},
	async renew(world, who, pick) {
		const row = await world.row(who);
		if (row)
			await world.pay(who, "renewal", { currentExpiry: (row.expiresAt ?? world.clock()) + (pick === 0 ? 1 : 0) });
	},
	async runJob(world, who, pick, memory) {
		const list = await world.jobsOf(who);
		const job = list[pick % Math.max(list.length, 1)];
		if (!job) return;
		await world.services.orders.runJob(job.id);
		const after = (await world.jobsOf(who)).find(({ id }) => id === job.id);
		if (job.kind === "transfer_domain" && !job.externalRef && after?.externalRef)
			memory.accepted.set(job.id, (await world.registry())?.objectId ?? null);
	},
	publish: async (world, who) => world.services.dns.publish(await domainId(world, who)),
	sync: async (world, who) => world.services.domainManagement.sync(await domainId(world, who)),
	async addRecord(world, who, pick) {
		const row = await world.row(who);
		const at = { domainId: row?.id ?? "dom_none", version: row?.zoneVersion ?? 0 };
		await world.services.dns.add(world.owner(who), at, { ...record, value: `192.0.2.${pick}` });
	},
	importZone: async (world, who) => {
		const row = await world.row(who);
		const at = { domainId: row?.id ?? "dom_none", version: row?.zoneVersion ?? 0 };
		await world.services.dns.importFile(world.owner(who), at, `@ MX 10 mail-${who}.example.com.`, "replace");
	},
	forward: async (world, who, pick) => {
		const wish = { host: `f${pick}`, target: `https://${who}.example.com/`, permanent: true };
		await world.services.domainManagement.addForward(world.owner(who), await domainId(world, who), wish);
	},
	lock: async (world, who) => world.services.domainManagement.lock(world.owner(who), await domainId(world, who)),
	unlock: async (world, who) => world.services.domainManagement.unlock(world.owner(who), await domainId(world, who)),
	privacy: async (world, who, pick) =>
		world.services.domainManagement.setPrivacy(world.owner(who), await domainId(world, who), pick % 2 === 0),
	nameservers: async (world, who) => {
		const servers = ["ns1", "ns2"].map((host) => ({ host: `${host}.${who}.example.com`.toLowerCase(), addresses: "" }));
		await world.services.domainManagement.setNameservers(world.owner(who), await domainId(world, who), servers);
	},
	contacts: async (world, who) => {
		const contacts = { registrant: { ...contact, city: who }, admin: null, tech: null };
		await world.services.domainManagement.setContacts(world.owner(who), await domainId(world, who), contacts);
	},
	async showCode(world, who, _pick, memory) {
		const before = await world.row(who);
		const shown = await world.services.domainManagement.showAuthCode(world.owner(who), before?.id ?? "dom_none");
		if (!shown.ok || !before) return;
		expect(before.registryId, "a code was shown of a name that is not held").toBe(await world.objectId());
		memory.codes[otherAccount(who)] = shown.value;
	},
	giveUp: async (world, who) =>
		world.services.domainManagement.deleteDomain(world.owner(who), await domainId(world, who), world.name),
	refresh: (world, who) =>
		world.services.portfolio.refresh(world.owner(who), { tab: "all", q: "", sort: "name", tld: "" } as never),
	autoRenew: async (world, who, pick) =>
		world.services.portfolio.setAutoRenew(world.owner(who), await domainId(world, who), pick % 2 === 0),
	async enterCode(world, who, pick, memory) {
		const code = pick % 2 === 0 ? wrongCode : (memory.codes[who] ?? elsewhereCode);
		const waiting = (await world.jobsOf(who)).find(({ needs }) => needs === "auth_code");
		const entered = await world.services.orders.enterAuthCode(world.owner(who), await domainId(world, who), code);
		if (entered.ok && waiting) memory.codeOf.set(waiting.id, code);
	},
	takeCredit: async (world, who) => world.services.orders.takeCredit(world.owner(who), await domainId(world, who)),
	showRenewal: async (world, who) => {
		const row = await world.row(who);
		if (row) await world.services.renewals.registration(row);
	},
} satisfies Record<string, Act>;

const ticks = [MINUTE, 2 * DAY, 31 * DAY, 66 * DAY, 370 * DAY];

const events = {
	tick: (world: TwoAccounts, pick: number) => world.tick(ticks[pick % ticks.length] ?? MINUTE),
	registerElsewhere: (world: TwoAccounts) => world.registerElsewhere(),
	dropRegistration: (world: TwoAccounts) => world.dropRegistration(),
	moveElsewhere: (world: TwoAccounts) => world.moveElsewhere(),
	replaceRegistration: (world: TwoAccounts) => world.replaceRegistration(),
} as const;

interface AccountStep {
	readonly who: Account;
	readonly act: keyof typeof acts;
	readonly pick: number;
}
type Step = AccountStep | { readonly event: keyof typeof events; readonly pick: number };

const pick = fc.nat({ max: 5 });
const who = fc.constantFrom<Account>("A", "B");
const names = Object.keys(acts) as (keyof typeof acts)[];
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ who, act: fc.constantFrom(...names), pick }) },
	// Jobs run often, because most changes need one.
	{ weight: 4, arbitrary: fc.record({ who, act: fc.constant("runJob" as const), pick }) },
	{ weight: 2, arbitrary: fc.record({ event: fc.constant("tick" as const), pick }) },
	{
		weight: 1,
		arbitrary: fc.record({ event: fc.constantFrom(...(Object.keys(events) as (keyof typeof events)[])), pick }),
	},
);

/** First events of the sequence. */
const starts: Record<string, readonly Step[]> = {
	free: [],
	elsewhere: [{ event: "registerElsewhere", pick: 0 }],
	held: [
		{ who: "A", act: "register", pick: 0 },
		{ who: "A", act: "runJob", pick: 0 },
		{ who: "A", act: "importZone", pick: 0 },
		{ who: "A", act: "publish", pick: 0 },
	],
	sold: [
		{ who: "A", act: "register", pick: 0 },
		{ who: "A", act: "runJob", pick: 0 },
		{ who: "A", act: "importZone", pick: 0 },
		{ who: "A", act: "unlock", pick: 0 },
		{ who: "A", act: "sync", pick: 0 },
		{ who: "A", act: "showCode", pick: 0 },
		{ who: "B", act: "transferWithCode", pick: 0 },
		{ who: "B", act: "runJob", pick: 0 },
		{ event: "tick", pick: 0 },
		{ who: "B", act: "runJob", pick: 0 },
	],
};

/** Runs the account's step, and checks that it does not change a name of the other account. */
async function carryOut(world: TwoAccounts, { who, act, pick }: AccountStep, memory: Memory) {
	const holder = await world.holder();
	const run = () => (acts[act] as Act)(world, who, pick, memory);
	const stranger = holder === null && (await world.objectId()) !== null ? await world.registry() : undefined;
	if (stranger?.authCode === strangersCode) {
		await run();
		expect(await world.registry(), `${act} by ${who}`).toEqual(stranger);
		return;
	}
	if (!holder || holder.who === who || (act === "runJob" && (await isSale(world, who, pick, memory)))) return run();
	const before = await world.publicStateOf(holder);
	await run();
	expect(await world.publicStateOf(holder), `${act} by ${who}`).toEqual(before);
}

/** Whether the holder passed on the code, or the registry has already accepted the transfer. */
async function isSale(world: TwoAccounts, who: Account, pick: number, { accepted, codeOf }: Memory): Promise<boolean> {
	const list = await world.jobsOf(who);
	const job = list[pick % Math.max(list.length, 1)];
	const registered = await world.registry();
	if (job?.kind !== "transfer_domain" || !registered) return false;
	if (job.externalRef) return accepted.get(job.id) === registered.objectId;
	return codeOf.get(job.id) === registered.authCode && !registered.locked;
}

/** After all deliveries, registry and nameservers match the holder's settings and no one else's. */
async function settled(world: TwoAccounts) {
	const { dns, domainManagement } = world.services;
	for (let round = 0; round < 2; round += 1) {
		for (const { id } of await world.rows()) {
			await domainManagement.sync(id);
			expect(await dns.publish(id)).toBe("published");
		}
	}
	const zone = await world.zone();
	const holder = await world.holder();
	if (holder && (holder.domain.status === "active" || holder.domain.status === "expired")) {
		const { domain } = holder;
		const wanted = toRRsets(await world.recordsOf(domain.id), world.name);
		expect(zone).toMatchObject({ ownerId: domain.id, forwards: domain.forwards ?? [] });
		expect(new Set(zone?.rrsets.map((set) => JSON.stringify(set)))).toEqual(
			new Set(wanted.map((set) => JSON.stringify(set))),
		);
		expect(await world.registry()).toMatchObject({ locked: domain.locked, nameservers: domain.nameservers });
	}
	const live = (await world.rows()).find(({ status }) => ["active", "expired", "redemption"].includes(status));
	if (!live) expect(zone, "a zone without a holder").toBeUndefined();
	else if (zone) expect(zone.ownerId).toBe(live.id);
	for (const who of ["A", "B"] as const) {
		const returned = (await world.jobsOf(who)).filter(({ state, note }) => state === "done" && note !== null);
		expect((await world.creditsOf(who)).map(({ amount }) => amount)).toEqual(returned.map(() => 108_000));
	}
}

test("no action of an account changes a name that another account has", {
	timeout: 60_000 + runs * 5_000,
}, async () => {
	const reached = { protected: 0, sold: 0 };
	const property = fc.asyncProperty(
		fc.constantFrom(...Object.keys(starts)),
		fc.array(step, { minLength: 3, maxLength: 25 }),
		async (start, steps) => {
			const world = await twoAccounts();
			const memory: Memory = { codes: {}, accepted: new Map(), codeOf: new Map() };
			try {
				for (const one of [...(starts[start] ?? []), ...steps]) {
					if ("event" in one) await events[one.event](world, one.pick);
					else await carryOut(world, one, memory);
				}
				if (await world.holder()) reached.protected += 1;
				if (memory.accepted.size > 0) reached.sold += 1;
				await settled(world);
			} finally {
				await world.end();
			}
		},
	);
	await fc.assert(property, { numRuns: runs, ...(seed && { seed: Number(seed) }), ...(path && { path }) });
	// Without successful steps the search would prove nothing.
	expect(reached.protected).toBeGreaterThan(runs / 10);
	expect(reached.sold).toBeGreaterThan(runs / 20);
});
