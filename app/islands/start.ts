declare global {
	interface Window {
		/** Buttons that were pressed before the islands had loaded. Deleted once they have, or could not be loaded. */
		earlyClicks?: Set<HTMLElement>;
	}
}

/** Inline script that records early clicks. An `add-to-cart` button waits too, instead of leaving the page. */
const rememberEarlyClicks = `addEventListener("click",e=>{let b=window.earlyClicks&&e.target.closest?.("button[type=button],add-to-cart button");b&&(earlyClicks.add(b),e.preventDefault())});window.earlyClicks=new Set`;

/** If the islands could not be loaded, the forms are sent without them. */
const sendEarlyForms = `.catch(()=>{let s=window.earlyClicks;delete window.earlyClicks;for(let b of s||[])b.form?.submit()})`;

/** Event on `window` when all of a page's islands are in the document, before a streamed page is complete. */
const islandsReady = "islands";

/** Inline script for the end of a page that may be streamed, because `DOMContentLoaded` waits for the whole stream. */
export const startIslandsNow = `dispatchEvent(new Event("${islandsReady}"))`;

/**
 * Inline script for the head of a page without React. Imports the islands after the page is parsed and painted, so that
 * they don't delay rendering. The CSP allows it by hash.
 * @param entry URL of site.ts
 */
export const startIslands = (entry: string): string =>
	`${rememberEarlyClicks};{let load=()=>{load=()=>{};requestAnimationFrame(()=>setTimeout(()=>{import(${JSON.stringify(entry)})${sendEarlyForms}}))};for(let e of ["DOMContentLoaded","${islandsReady}"])addEventListener(e,()=>load())}`;

/** Clicks the buttons that were pressed too early again. */
export function repeatEarlyClicks(): void {
	const { earlyClicks } = window;
	delete window.earlyClicks;
	for (const button of earlyClicks ?? []) button.click();
}
