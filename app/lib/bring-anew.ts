/**
 * One more try for script that did not come. Where it fails again although the server can be reached, the script is gone
 * with the release that it belonged to, or the browser remembers that it failed: then the page is loaded anew, which the
 * answer does not outlive.
 * @param page to load instead of the present one.
 * @throws what the import throws, where the server can't be reached.
 */
export async function bringAnew<Module>(load: () => Promise<Module>, page?: string): Promise<Module> {
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

/** Script that a page goes without where it can't be had: it comes when there is a connection again. */
export function bringInTime(load: () => Promise<unknown>): void {
	load().catch(() => addEventListener("online", () => bringInTime(load), { once: true }));
}
