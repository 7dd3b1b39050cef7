import { errorMessage } from "~/lib/error-message";
import type { ServerPanel } from "./server-panel";

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** What the work returns, or why it failed. */
export async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (error) {
		return { ok: false, error: errorMessage(error) };
	}
}

/**
 * What keeps a server from serving the shop, each with the next step, for the person who sets it up. Changes nothing.
 * @param nextStep what to do about an error of the server
 * @param further problems of a server that answers
 */
export async function serverProblems(
	{ probe }: Pick<ServerPanel, "probe">,
	nextStep: (error: string) => string,
	further: () => Promise<string[]>,
): Promise<string[]> {
	const probed = await attempt(probe);
	return probed.ok ? further() : [nextStep(probed.error)];
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
