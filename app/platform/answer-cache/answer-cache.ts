import type { RegistrationInfo, RegistryAnswer } from "~/platform/registrar/registrar";

/** Caches facts about names. Never throws: if the cache fails, it is empty. */
export interface NameCache<Fact extends { readonly name: string }> {
	get(name: string): Promise<Fact | undefined>;
	/** @param seconds lifetime, 0 removes the name */
	put(fact: Fact, seconds: number): Promise<void>;
	forget(name: string): Promise<void>;
}

/** Availability of names. */
export type AnswerCache = NameCache<RegistryAnswer>;

/** Registry data of registered names. For display only. */
export type RegistrationCache = NameCache<RegistrationInfo>;
