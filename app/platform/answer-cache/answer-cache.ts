import type { RegistrationInfo, RegistryAnswer } from "~/platform/registrar/registrar";

/** Caches facts about names. Never throws: if the cache fails, it is empty. */
export interface NameCache<Fact extends { readonly name: string }> {
	/** The facts that are known, by name. */
	get(names: readonly string[]): Promise<ReadonlyMap<string, Fact>>;
	/** @param entries `seconds`: lifetime, 0 removes the name */
	put(entries: readonly { readonly fact: Fact; readonly seconds: number }[]): Promise<void>;
	forget(name: string): Promise<void>;
}

/** Availability of names. */
export type AnswerCache = NameCache<RegistryAnswer>;

/** Registry data of registered names. For display only. */
export type RegistrationCache = NameCache<RegistrationInfo>;
