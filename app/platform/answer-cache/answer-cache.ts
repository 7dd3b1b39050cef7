import type { RegistrationInfo, RegistryAnswer } from "~/platform/registrar/registrar";

/** Remembers what was said of names, for a while. A cache that fails is a cache that knows nothing. */
export interface NameCache<Fact extends { readonly name: string }> {
	get(name: string): Promise<Fact | undefined>;
	/** @param seconds how long; 0 forgets the name. */
	put(fact: Fact, seconds: number): Promise<void>;
	forget(name: string): Promise<void>;
}

/** Whether names can be had. */
export type AnswerCache = NameCache<RegistryAnswer>;

/** How registered names stand, for pages that only show it. */
export type RegistrationCache = NameCache<RegistrationInfo>;
