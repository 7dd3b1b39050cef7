declare global {
	interface Window {
		/** Buttons that were pressed before there was script to hear it; gone once there is. */
		earlyClicks?: Set<HTMLElement>;
	}
}

/**
 * For the head of a page whose buttons need the islands: on a slow line the page can be read and pressed long before
 * they come. Inline, and so small that it costs no request; the policy allows it by its hash.
 */
export const rememberEarlyClicks = `addEventListener("click",e=>{let b=e.target.closest?.("button[type=button]");b&&window.earlyClicks?.add(b)});window.earlyClicks=new Set`;

/** Presses them again, each once. */
export function repeatEarlyClicks(): void {
	const { earlyClicks } = window;
	delete window.earlyClicks;
	for (const button of earlyClicks ?? []) button.click();
}
