/**
 * Imports again after a failed import. If that fails too while the server answers, the release that the script belonged
 * to is gone, or the browser remembers the failure: loads the page again, and never resolves.
 * @param page to load instead of the present one.
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

/** Imports a script that the page works without; tries again when the browser is back online. */
export function importWhenOnline(load: () => Promise<unknown>): void {
	load().catch(() => addEventListener("online", () => importWhenOnline(load), { once: true }));
}
