import { AsyncLocalStorage } from "node:async_hooks";
import { currentCatalog, provideCatalog } from "./current";
import type { Catalog } from "./indexed";
import { provideExtensions } from "./known-extensions";
import { versionOne } from "./version-one/version-one";

const scope = new AsyncLocalStorage<Catalog>();

provideCatalog(() => scope.getStore() ?? versionOne);

provideExtensions({
	isSold(tld) {
		const found = currentCatalog().extensionsByTld.get(tld);
		return found !== undefined && !found.retired;
	},
	isKnown: (tld) => currentCatalog().extensionsByTld.has(tld),
});

/** Runs work with a version of the catalogue, which stays the same until the work ends. Other work has version one. */
export const withCatalog = <T>(catalog: Catalog, run: () => T): T => scope.run(catalog, run);
