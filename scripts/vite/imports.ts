/** What a function that names a chunk can ask about modules. */
interface Modules {
	getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** All modules that import this one statically, directly or through others. */
export function importersOf(id: string, modules: Modules): ReadonlySet<string> {
	const found = new Set<string>();
	const add = (of: string) => {
		for (const importer of modules.getModuleInfo(of)?.importers ?? []) found.add(importer);
	};
	add(id);
	// The loop also visits modules that are added during the iteration.
	for (const importer of found) add(importer);
	return found;
}
