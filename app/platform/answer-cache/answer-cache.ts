import type { RegistryAnswer } from "../registrar/registrar";

/** Remembers what the registries said, for a while. A cache that fails is a cache that knows nothing. */
export interface AnswerCache {
	get(name: string): Promise<RegistryAnswer | undefined>;
	/** @param seconds how long; 0 forgets the name. */
	put(answer: RegistryAnswer, seconds: number): Promise<void>;
	forget(name: string): Promise<void>;
}
