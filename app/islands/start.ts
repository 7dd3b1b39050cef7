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
 * @param entry of site.ts, the only one that runs by itself: a button that one file hears and another has remembered
 * would be pressed twice.
 * @param needed by it: fetched at the same time, so that none waits until another asks for it.
 */
export const startIslands = ([entry, ...needed]: readonly string[]): string =>
	`${rememberEarlyClicks};addEventListener("DOMContentLoaded",()=>requestAnimationFrame(()=>setTimeout(()=>{for(let f of ${JSON.stringify(needed)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:f}));import(${JSON.stringify(entry)})})))`;

/** Presses them again, each once. */
export function repeatEarlyClicks(): void {
	const { earlyClicks } = window;
	delete window.earlyClicks;
	for (const button of earlyClicks ?? []) button.click();
}
