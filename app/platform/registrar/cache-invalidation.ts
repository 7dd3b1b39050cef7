import type { AnswerCache, RegistrationCache } from "~/platform/answer-cache/answer-cache";
import type { Registrar } from "./registrar";

/** A registrar after whose orders what is cached of the name is forgotten: it has just stopped being true. */
export function withCacheInvalidation(
	registrar: Registrar,
	caches: readonly [AnswerCache, RegistrationCache],
): Registrar {
	async function forgetting<Answer>(name: string, answer: Promise<Answer>): Promise<Answer> {
		const given = await answer;
		await Promise.all(caches.map((cache) => cache.forget(name)));
		return given;
	}
	return {
		...registrar,
		register: (command) => forgetting(command.name, registrar.register(command)),
		transferIn: (command) => forgetting(command.name, registrar.transferIn(command)),
		renew: (command) => forgetting(command.name, registrar.renew(command)),
		remove: (held) => forgetting(held.name, registrar.remove(held)),
	};
}
