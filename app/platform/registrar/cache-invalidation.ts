import type { AnswerCache, RegistrationCache } from "~/platform/answer-cache/answer-cache";
import type { Registrar } from "./registrar";

/** Wraps a registrar: removes a name from the caches after each change. */
export function withCacheInvalidation(
	registrar: Registrar,
	caches: readonly [AnswerCache, RegistrationCache],
): Registrar {
	async function thenForget<Answer>(name: string, answer: Promise<Answer>): Promise<Answer> {
		const result = await answer;
		await Promise.all(caches.map((cache) => cache.forget(name)));
		return result;
	}
	return {
		...registrar,
		register: (command) => thenForget(command.name, registrar.register(command)),
		transferIn: (command) => thenForget(command.name, registrar.transferIn(command)),
		renew: (command) => thenForget(command.name, registrar.renew(command)),
		restore: (command) => thenForget(command.name, registrar.restore(command)),
		remove: (held) => thenForget(held.name, registrar.remove(held)),
	};
}
