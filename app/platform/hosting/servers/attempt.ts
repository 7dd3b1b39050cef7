import { errorMessage } from "~/lib/error-message";

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** What the work returns, or why it failed. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error: errorMessage(error) };
	}
}

/** The packages that a server lacks, with where to create them. */
export function missingPackages(
	packages: Attempt<readonly string[]>,
	products: readonly string[],
	place: string,
): string[] {
	if (!packages.ok) return [`${packages.error}. The packages could not be read`];
	const missing = products.filter((id) => !packages.value.includes(id));
	return missing.length > 0 ? [`These packages are missing: ${missing.join(", ")}. Create them in ${place}`] : [];
}
