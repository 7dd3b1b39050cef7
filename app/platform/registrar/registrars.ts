import { merge } from "~/lib/completion-order";
import type { HeldName } from "./held-name";
import {
	type Availability,
	type Registrar,
	type RegistrarAdapter,
	type RegistrationInfo,
	usualReadsPerMinute,
} from "./registrar";
import { type RegistrarId, type RegistrarRoute, registrarsFor } from "./registrar-routes";

type Adapter = RegistrarAdapter & Partial<Pick<Availability, "check">>;

interface Options {
	readonly routes: readonly RegistrarRoute[];
	/** One with `check` is asked for names whose registry has no public lookup. */
	readonly adapters: Readonly<Partial<Record<RegistrarId, Adapter>>>;
	/** Asks the registries, whichever registrar orders the names. */
	readonly lookups: Availability;
	/** Whether the registry of a name has a public lookup. */
	readonly hasLookup: (name: string) => boolean;
}

/** Several registrars as one: a new name goes to the first for its extension that takes orders, a held name to its holder's. */
export function createRegistrars({ routes, adapters, lookups, hasLookup }: Options): Registrar {
	const candidates = (name: string): RegistrarId[] => registrarsFor(name.slice(name.indexOf(".") + 1), routes);

	const holderOf: Registrar["holderOf"] = ({ name, registrar }) => registrar ?? candidates(name)[0];

	/** @throws if the registrar is not configured */
	function adapterOf(name: string, registrar: RegistrarId | null): RegistrarAdapter {
		const id = holderOf({ name, registrar });
		const adapter = id && adapters[id];
		if (!adapter) throw new Error(`No adapter for the registrar of ${name}: ${id ?? "none is configured"}`);
		return adapter;
	}
	const adapterFor = (held: HeldName) => adapterOf(held.name, held.registrar);

	/** What answers whether a name is available. */
	function checkerOf(name: string): Availability["check"] {
		const [id] = hasLookup(name) ? [] : candidates(name);
		return (id && adapters[id]?.check) ?? lookups.check;
	}

	return {
		check(names, signal, asker) {
			const groups = new Map<Availability["check"], string[]>();
			for (const name of names) {
				const check = checkerOf(name);
				groups.set(check, [...(groups.get(check) ?? []), name]);
			}
			return merge([...groups].map(([check, group]) => check(group, signal, asker)));
		},
		probe: lookups.probe,

		readable: () =>
			routes.flatMap(({ id }) => {
				const { list, readsPerMinute: perMinute = usualReadsPerMinute } = adapters[id] ?? { readsPerMinute: 0 };
				return perMinute > 0 ? [{ id, perMinute, ...(list && { list }) }] : [];
			}),
		accounts: () =>
			routes.flatMap((route) => {
				const { costs, balance } = adapters[route.id] ?? {};
				return costs || balance ? [{ ...route, ...(costs && { costs }), ...(balance && { balance }) }] : [];
			}),
		holderOf,

		registrantChecks(held) {
			const id = holderOf(held);
			const { registrantCheck, sendRegistrantCheck } = (id && adapters[id]) || {};
			return registrantCheck && sendRegistrantCheck && { registrantCheck, sendRegistrantCheck };
		},

		registrantHolds(held) {
			const id = holderOf(held);
			const { setHold } = (id && adapters[id]) || {};
			return setHold && { setHold };
		},

		async choose(name) {
			for (const id of candidates(name)) {
				const chosen = await adapters[id]?.choose(name);
				if (chosen) return chosen;
			}
			return undefined;
		},

		register: async (command) => adapterOf(command.name, command.registrar).register(command),
		transferIn: async (command) => adapterOf(command.name, command.registrar).transferIn(command),
		renew: async (command) => adapterFor(command).renew(command),
		restore: async (command) => adapterFor(command).restore(command),
		info: async (held) => adapterFor(held).info(held),
		update: async (held, settings) => adapterFor(held).update(held, settings),
		authCode: async (held) => adapterFor(held).authCode(held),
		departure: async (held) => (await adapterFor(held).departure?.(held)) ?? "unknown",
		async outgoing(held) {
			const { outgoing, takesAnswers: answers = [] } = adapterFor(held);
			if (outgoing) return outgoing(held);
			const isPending = await lookups.isTransferPending?.(held.name);
			return isPending ? { to: null, requestedAt: null, until: null, answers } : undefined;
		},
		answerOutgoing: async (held, answer) => (await adapterFor(held).answerOutgoing?.(held, answer)) ?? "by_hand",
		answersOutgoing(held) {
			const id = holderOf(held);
			return id !== undefined && adapters[id]?.outgoing !== undefined;
		},
		resetAuthCode: async (held) => adapterFor(held).resetAuthCode(held),
		remove: async (held) => adapterFor(held).remove(held),
		op: async (ref, order) => adapterOf(order.name, order.registrar).op(ref, order),

		stops: () =>
			routes.map(({ id }) => ({
				id,
				problem: async () => adapters[id]?.problem?.(),
				reach: async () => adapters[id]?.reach?.(),
			})),

		async lookUp(name, registrar) {
			if (registrar) return adapterOf(name, registrar).lookUp(name, registrar);
			let found: RegistrationInfo | undefined;
			for (const { id } of routes) found ??= await adapters[id]?.lookUp(name, id);
			return found;
		},
	};
}
