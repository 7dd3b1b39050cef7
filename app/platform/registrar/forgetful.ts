import type { AnswerCache } from "../answer-cache/answer-cache";
import type { Registrar } from "./registrar";

/** A registrar after whose orders the cached answer about the name is forgotten: it has just stopped being true. */
export function forgettingAnswers(registrar: Registrar, cache: AnswerCache): Registrar {
	return {
		...registrar,
		async register(command) {
			const op = await registrar.register(command);
			await cache.forget(command.name);
			return op;
		},
		async remove(name) {
			const carried = await registrar.remove(name);
			await cache.forget(name);
			return carried;
		},
		async transferIn(command) {
			const op = await registrar.transferIn(command);
			await cache.forget(command.name);
			return op;
		},
	};
}
