declare global {
	interface Window {
		/** Buttons that were pressed before there was script to hear it; gone once there is. */
		earlyClicks?: Set<HTMLElement>;
	}
}

/** Remembers them until the islands are there. */
const rememberEarlyClicks = `addEventListener("click",e=>{let b=e.target.closest?.("button[type=button]");b&&window.earlyClicks?.add(b)});window.earlyClicks=new Set`;

/**
 * For the head of a page without React: brings its script, and only once the whole page is read and painted, so that
 * neither loading nor running it holds up what there is to see. Inline, and so small that it costs no request; the
 * policy allows it by its hash.
 * @param files of site.ts: all at once, so that none waits until another asks for it.
 */
export const startIslands = (files: readonly string[]): string =>
	`${rememberEarlyClicks};addEventListener("DOMContentLoaded",()=>requestAnimationFrame(()=>setTimeout(()=>${JSON.stringify(files)}.map(f=>import(f)))))`;

/** Presses them again, each once. */
export function repeatEarlyClicks(): void {
	const { earlyClicks } = window;
	delete window.earlyClicks;
	for (const button of earlyClicks ?? []) button.click();
}
