import { brand } from "~/brand";
import type { Change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { DomainContact } from "~/features/domains/contacts";
import { releaseDays, renewableUntil } from "~/features/domains/lifecycle";
import { needsRegistrantCheck } from "~/features/domains/registrant-check";
import { addYears } from "~/lib/add-years";
import type { Clock } from "~/lib/clock";
import { inCompletionOrder } from "~/lib/completion-order";
import { DAY, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { logger } from "~/lib/log.server";
import type { Money } from "~/lib/money";
import type { Balance, ExtensionCosts } from "./costs";
import { type HeldName, isHeldObject, type RegistryObject } from "./held-name";
import { pause } from "./pause";
import type {
	Op,
	RefusalCode,
	Registrar,
	RegistrationInfo,
	RegistrationPage,
	RegistryAnswer,
	RegistryState,
} from "./registrar";
import { transferAnswers } from "./registrar";
import { createSandboxRepo, type SandboxRegistration } from "./sandbox.repo.server";
import { isLeaving, isUnconfirmed, sandboxRule } from "./sandbox-names";

interface Dependencies {
	/** A separate handle, so that the stand-in's round trips are not counted as the page's. */
	readonly db: Database;
	readonly clock: Clock;
	/** Tests pass one that doesn't wait. */
	readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The stored result of an operation. */
interface Outcome {
	readonly state: Op["state"];
	readonly action?: string;
	readonly error?: Op["error"];
	readonly expiry?: number;
	/** `pending` until this time (ms). */
	readonly readyAt?: number;
	/** For a transfer: the id of the new registration. */
	readonly objectId?: string;
}

const pendingFor = 20 * SECOND;

/** Registrations in a page of the list. */
const listedAtOnce = 500;

/** The registrar's stand-in. Deterministic (see sandbox-names), and stores what was registered. */
export function createSandboxRegistrar({ db, clock, wait = pause }: Dependencies): Registrar {
	const repo = createSandboxRepo(db);

	/** Performs an operation once. A repeated id returns the first outcome. */
	async function once(opId: string, perform: () => Promise<Outcome | "repeated">): Promise<Op> {
		const earlier = await repo.operation(opId);
		if (earlier) return toOp(opId, earlier.result as unknown as Outcome, clock());
		const outcome = await perform();
		if (outcome !== "repeated") return toOp(opId, outcome, clock());
		const first = await repo.operation(opId);
		if (!first) throw new Error(`No operation ${opId}`);
		return toOp(opId, first.result as unknown as Outcome, clock());
	}

	/** `repeated`: another call with the same operation id was faster. `refused`: the registration does not allow it. */
	async function save(operated: Change): Promise<"saved" | "repeated" | "refused"> {
		const committed = await db.commit(operated, clock());
		if (committed.state === "ok") return "saved";
		const repeated = committed.state === "duplicate" && committed.key === "sandbox_operations.op_id";
		return repeated ? "repeated" : "refused";
	}

	const operation = (opId: string, name: string, kind: string, outcome: Outcome) => ({
		opId,
		name,
		kind,
		state: outcome.state,
		result: { ...outcome },
		createdAt: clock(),
	});

	async function refuse(
		opId: string,
		name: string,
		kind: string,
		code: RefusalCode,
		message: string,
		more: { readonly deleted?: true } = {},
	): Promise<Outcome | "repeated"> {
		const outcome: Outcome = { state: "failed", error: { code, message, retryable: false, ...more } };
		const saved = await save(repo.record(operation(opId, name, kind, outcome)));
		return saved === "repeated" ? saved : outcome;
	}

	const registration = (
		name: string,
		expiresAt: number,
		registrant: DomainContact,
		nameservers: readonly string[] = brand.nameservers,
	) => ({
		name,
		state: "registered" as const,
		objectId: `${randomToken().slice(0, 12)}-SANDBOX`,
		authCode: randomToken().slice(0, 16),
		nameservers: [...nameservers],
		contacts: { registrant, admin: null, tech: null },
		expiresAt,
		createdAt: clock(),
	});

	const isInRedemption = ({ name, expiresAt }: SandboxRegistration): boolean =>
		clock() >= renewableUntil({ tld: name.slice(name.indexOf(".") + 1), expiresAt });

	const endedBy = (name: string): number => clock() - releaseDays(name.slice(name.indexOf(".") + 1)) * DAY;
	const find = (name: string) => repo.registration(name, endedBy(name));

	/** The registration, if it is with us and the one that the account holds. */
	async function held(name: HeldName): Promise<SandboxRegistration | undefined> {
		const row = await find(name.name);
		const object = row && objectOf(row, clock());
		return object && isHeldObject(name, object) ? row : undefined;
	}

	function infoOf(row: SandboxRegistration, object: RegistryObject): RegistrationInfo {
		const { name, expiresAt: expiry, nameservers, locked, privacy, delegatedAt } = row;
		const delegated = delegatedAt === null || delegatedAt <= clock();
		const { premium } = sandboxRule(name);
		const signed = (row.ds ?? []).length > 0;
		const settings = { nameservers, locked, privacy, delegated, signed, ds: row.ds ?? [] };
		return { name, object, expiry, ...settings, ...(premium && { renewal: premium.renew }) };
	}

	async function list(cursor: string | null): Promise<RegistrationPage> {
		const rows = await repo.page(cursor ?? "", listedAtOnce);
		const registrations = rows.flatMap((row) => {
			const object = row.expiresAt > endedBy(row.name) ? objectOf(row, clock()) : undefined;
			return object ? [infoOf(row, object)] : [];
		});
		return { registrations, next: rows.length < listedAtOnce ? null : (rows.at(-1)?.name ?? null) };
	}

	return {
		choose: async () => "sandbox",
		accounts: () => [{ id: "sandbox", tlds: ["*"], costs: async (tlds) => tlds.map(sandboxCosts), balance }],
		readable: () => [{ id: "sandbox", perMinute: 120, list }],
		holderOf: () => "sandbox",
		registrantChecks: () => ({
			async registrantCheck(name) {
				const row = await held(name);
				const object = row && objectOf(row, clock());
				if (!object) return "not_held";
				if (!needsRegistrantCheck(name.name)) return undefined;
				const deadline = object.since + 15 * DAY;
				if (!isUnconfirmed(name.name)) return { state: "verified", deadline: null };
				return { state: clock() < deadline ? "pending" : "suspended", deadline };
			},
			sendRegistrantCheck: async (name) => ((await held(name)) ? "sent" : "not_held"),
		}),
		registrantHolds: () => undefined,

		async *check(names, signal) {
			const askedAt = clock();
			const registered = repo.registered(names).catch((error: unknown) => {
				logger.warn("lookup_failed", { service: "sandbox", error });
				return null;
			});
			yield* inCompletionOrder(
				names.map(async (name): Promise<RegistryAnswer> => {
					const { state, delay, premium } = sandboxRule(name);
					const [books] = await Promise.all([registered, wait(delay, signal)]);
					const answer = (found: RegistryState, more = {}) => ({
						...{ name, state: found, source: "sandbox", checkedAt: clock() },
						...more,
					});
					const durationMs = clock() - askedAt;
					logger.info("lookup", { host: "sandbox", durationMs, outcome: books === null ? "failed" : "ok" });
					if (books === null || signal?.aborted) return answer("unknown", { reason: "the registry did not answer" });
					const booked = books.find((row) => row.name === name && row.expiresAt > endedBy(name))?.state;
					if (booked) return answer(booked === "reserved" ? "reserved" : "taken");
					return premium ? answer(state, { premium }) : answer(state);
				}),
			);
		},

		register: ({ opId, name, years, registrant, nameservers, maxCost }) =>
			once(opId, async () => {
				const kind = "register";
				const rule = sandboxRule(name);
				if (rule.registering === "unreachable") return { state: "failed", error: unreachable };
				if (!Number.isInteger(years) || years < 1 || years > 10)
					return refuse(opId, name, kind, "2004", "A registration lasts 1 to 10 years.");
				if (rule.state === "taken") return refuse(opId, name, kind, "2302", `${name} is taken.`);
				if (rule.state === "reserved") return refuse(opId, name, kind, "2304", `${name} is reserved by the registry.`);
				if (rule.premium && maxCost && costOf(rule.premium, years) > maxCost.amount)
					return refuse(opId, name, kind, "2306", `${name} costs more than was agreed.`);
				const expiry = addYears(clock(), years);
				const outcome: Outcome =
					rule.registering === "pending"
						? { state: "succeeded", expiry, readyAt: clock() + pendingFor }
						: rule.registering === "action_required"
							? { state: "action_required", action: `Register ${name} with the registry by hand.` }
							: { state: "succeeded", expiry };
				const saved = await save(
					repo.register(
						operation(opId, name, kind, outcome),
						registration(name, expiry, registrant, nameservers),
						endedBy(name),
					),
				);
				if (saved === "refused") return refuse(opId, name, kind, "2302", `${name} is taken.`);
				return saved === "repeated" ? saved : outcome;
			}),

		transferIn: ({ opId, name, authCode, registrant }) =>
			once(opId, async () => {
				const kind = "transfer";
				const rule = sandboxRule(name);
				if (rule.registering === "unreachable") return { state: "failed", error: unreachable };
				const current = await find(name);
				if (!current && rule.state !== "taken") return refuse(opId, name, kind, "2303", `${name} is not registered.`);
				if (current?.locked) return refuse(opId, name, kind, "2304", `${name} is locked.`);
				const right = current ? authCode === current.authCode : authCode.length >= 6 && !authCode.startsWith("wrong");
				if (!right) return refuse(opId, name, kind, "2202", "The authorization code is not the right one.");
				const expiry = addYears(current?.expiresAt ?? clock(), 1);
				const readyAt = clock() + pendingFor;
				const previousObjectId = current?.state === "registered" ? current.objectId : null;
				const moved = { ...registration(name, expiry, registrant), previousObjectId, movesAt: readyAt };
				const outcome: Outcome = { state: "succeeded", expiry, readyAt, objectId: moved.objectId };
				const saved = await save(repo.takeOver(operation(opId, name, kind, outcome), moved));
				return saved === "repeated" ? saved : outcome;
			}),

		renew: ({ opId, years, currentExpiry, ...named }) =>
			once(opId, async () => {
				const { name } = named;
				if (!Number.isInteger(years) || years < 1 || years > 10)
					return refuse(opId, name, "renew", "2004", "A renewal lasts 1 to 10 years.");
				const row = await held(named);
				if (!row) return refuse(opId, name, "renew", "2201", `${name} is not the registration that was meant.`);
				const why = `${name} is in redemption and has to be restored.`;
				if (isInRedemption(row)) return refuse(opId, name, "renew", "2304", why, { deleted: true });
				const expiry = addYears(currentExpiry, years);
				const outcome: Outcome = { state: "succeeded", expiry };
				const saved = await save(repo.extend(operation(opId, name, "renew", outcome), row, currentExpiry, expiry));
				if (saved === "refused")
					return refuse(opId, name, "renew", "2105", `${name} does not end on the date that was given.`);
				return saved === "repeated" ? saved : outcome;
			}),

		restore: ({ opId, currentExpiry, ...named }) =>
			once(opId, async () => {
				const { name } = named;
				const row = await held(named);
				if (!row) return refuse(opId, name, "restore", "2201", `${name} is not the registration that was meant.`);
				if (!isInRedemption(row)) return refuse(opId, name, "restore", "2304", `${name} is not in redemption.`);
				const expiry = addYears(currentExpiry, 1);
				const outcome: Outcome = { state: "succeeded", expiry, readyAt: clock() + pendingFor };
				const saved = await save(repo.extend(operation(opId, name, "restore", outcome), row, currentExpiry, expiry));
				if (saved === "refused")
					return refuse(opId, name, "restore", "2105", `${name} does not end on the date that was given.`);
				return saved === "repeated" ? saved : outcome;
			}),

		async lookUp(name) {
			const row = await find(name);
			const object = row && objectOf(row, clock());
			return object && infoOf(row, object);
		},

		async info(name) {
			const row = await held(name);
			const object = row && objectOf(row, clock());
			return object ? infoOf(row, object) : "not_held";
		},

		async update(name, { nameservers, glue, ds, locked, privacy, contacts }) {
			const row = await held(name);
			if (!row) return "not_held";
			const moved =
				row.nameservers.join() !== nameservers.join() ||
				(ds !== null && JSON.stringify(ds) !== JSON.stringify(row.ds ?? []));
			const updated = repo.update(row, {
				nameservers: [...nameservers],
				glue: glue.map(({ host, addresses }) => ({ host, addresses: [...addresses] })),
				...(ds && { ds: [...ds] }),
				locked,
				privacy,
				...(contacts && { contacts }),
				...(moved && { delegatedAt: clock() + pendingFor }),
			});
			return (await save(updated)) === "saved" ? "done" : "not_held";
		},

		async authCode(name) {
			const row = await held(name);
			if (!row) return "not_held";
			// A transfer to another of our accounts has replaced the code.
			const moving = row.movesAt !== null && clock() < row.movesAt;
			return moving ? undefined : { code: row.authCode };
		},

		departure: async ({ name }) => ((await find(name))?.state === "elsewhere" ? "transferred" : "unknown"),

		answersOutgoing: () => true,

		async outgoing(name) {
			const row = await held(name);
			if (!row || row.locked || !isLeaving(row.name)) return undefined;
			return { to: "other-registrar", requestedAt: row.createdAt, until: null, answers: transferAnswers };
		},

		async answerOutgoing(name, answer) {
			const row = await held(name);
			if (!row) return "not_held";
			const answered = repo.update(row, answer === "approve" ? { state: "elsewhere" } : { locked: true });
			return (await save(answered)) === "saved" ? "done" : "by_hand";
		},

		async resetAuthCode(name) {
			const row = await held(name);
			const reset = row && repo.update(row, { authCode: randomToken().slice(0, 16) });
			return reset && (await save(reset)) === "saved" ? "done" : "not_held";
		},

		async remove(name) {
			const row = await held(name);
			return row && (await save(repo.remove(row))) === "saved" ? "done" : "not_held";
		},

		async op(ref) {
			const row = await repo.operation(ref);
			if (!row) return undefined;
			const outcome = row.result as unknown as Outcome;
			const op = toOp(ref, outcome, clock());
			// The name was deleted during the transfer.
			if (op.state === "succeeded" && outcome.objectId && (await find(row.name))?.objectId !== outcome.objectId)
				return { ref, state: "failed", error: { code: "2303", message: `${row.name} is gone.`, retryable: false } };
			return op;
		},

		stops: () => [{ id: "sandbox", problem: async () => undefined, reach: async () => {} }],

		async probe() {
			await repo.registered(["probe.test"]);
		},
	};
}

/** Below our lowest price, which is that of .xyz. */
const sandboxCosts = (tld: string): ExtensionCosts => ({
	...{ tld, currency: "USD", register: 150, renew: 150, transfer: 150, restore: 4_000 },
});

const balance = async (): Promise<Balance> => ({ amount: 50_000, currency: "USD" });

const unreachable = { code: "2400" as const, message: "The registry did not answer.", retryable: true };

/** The current registration through us. Undefined if the name is with another registrar. */
function objectOf(row: SandboxRegistration, now: number): RegistryObject | undefined {
	const { state, objectId, previousObjectId, movesAt, createdAt } = row;
	if (state !== "registered") return undefined;
	if (movesAt === null) return { id: objectId ?? `${createdAt}`, since: createdAt };
	if (now >= movesAt) return { id: objectId ?? `${movesAt}`, since: movesAt };
	return previousObjectId === null ? undefined : { id: previousObjectId, since: createdAt };
}

const costOf = ({ register, renew }: { register: Money; renew: Money }, years: number): number =>
	register.amount + renew.amount * (years - 1);

function toOp(ref: string, { readyAt, objectId: _, ...outcome }: Outcome, now: number): Op {
	if (readyAt !== undefined && now < readyAt) return { ref, state: "pending", since: readyAt - pendingFor };
	return { ref, ...outcome };
}
