/**
 * Imports a script. If that fails while the server answers, the script's release has been replaced, or the browser has
 * cached the failure: then reloads the page and never resolves.
 * @param page to load instead of the current one
 * @throws the import's error if the server does not answer.
 */
export async function importOrReload<Module>(load: () => Promise<Module>, page?: string): Promise<Module> {
	try {
		return await load();
	} catch (error) {
		if (!(await serverAnswers())) throw error;
		if (page) location.assign(page);
		else location.reload();
		return new Promise(() => {});
	}
}

const serverAnswers = (): Promise<boolean> =>
	fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
		({ ok }) => ok,
		() => false,
	);

/**
 * Imports a script that the page works without. Tries again when the browser is back online. The promise is fulfilled after
 * the first attempt.
 */
export const importWhenOnline = (load: () => Promise<unknown>): Promise<unknown> =>
	load().catch(() => addEventListener("online", () => void importWhenOnline(load), { once: true }));
