import { kes } from "~/lib/money";
import type { NameCache } from "~/platform/answer-cache/answer-cache";
import type { Op, Registrar, RegistryAnswer, RegistryState } from "~/platform/registrar/registrar";

/** A cache in memory that records how long each answer may be cached. */
export function memoryCache<Fact extends { readonly name: string } = RegistryAnswer>() {
	const kept = new Map<string, { answer: Fact; seconds: number }>();
	const cache: NameCache<Fact> = {
		get: async (names) =>
			new Map(
				names.flatMap((name) => {
					const answer = kept.get(name)?.answer;
					return answer ? [[name, answer] as const] : [];
				}),
			),
		put: async (entries) => {
			for (const { fact, seconds } of entries) {
				if (seconds === 0) kept.delete(fact.name);
				else kept.set(fact.name, { answer: fact, seconds });
			}
		},
		forget: async (name) => void kept.delete(name),
	};
	return { cache, kept };
}

const premiumPrice = { register: kes(20_000), renew: kes(20_000) };

/** A registrar whose answers the test decides. `asked` lists the requested names in order. */
export function scriptedRegistrar(decide: (name: string) => RegistryState | Promise<RegistryState>) {
	const asked: string[] = [];
	const unused = async (): Promise<Op> => {
		throw new Error("not part of this test");
	};
	const registrar: Registrar = {
		choose: async () => "sandbox",
		accounts: () => [],
		registrantChecks: () => undefined,
		registrantHolds: () => undefined,
		readable: () => [],
		holderOf: () => "sandbox",
		async *check(names, signal) {
			asked.push(...names);
			const pending = new Map(
				names.map((name) => [
					name,
					Promise.resolve(decide(name)).then((state) => ({
						...{ name, state, source: "test", checkedAt: 1 },
						...(state === "premium" && { premium: premiumPrice }),
					})),
				]),
			);
			while (pending.size > 0 && !signal?.aborted) {
				const answer = await Promise.race(pending.values());
				pending.delete(answer.name);
				yield answer;
			}
		},
		register: unused,
		transferIn: unused,
		renew: unused,
		departure: async () => "unknown",
		outgoing: async () => undefined,
		answersOutgoing: () => true,
		answerOutgoing: async () => "by_hand",
		resetAuthCode: async () => "by_hand",
		restore: unused,
		lookUp: async () => undefined,
		info: async () => undefined,
		update: async () => "done",
		authCode: async () => undefined,
		remove: async () => "done",
		op: async () => undefined,
		probe: async () => {},
		stops: () => [],
	};
	return { registrar, asked };
}
