/** What the parts of the walk share while it runs in the browser; hold.ts and tools.ts make it. */
export interface Walker {
	/** Is script on? */
	readonly script: boolean;
	/** The part of the page that is walked. */
	readonly area: HTMLElement;
	readonly problems: string[];
	/** The controls that were used, or that somebody else uses. */
	readonly seen: Set<Element>;
	/** How controls of each kind are used; the first that fits. */
	readonly ways: [selector: string, use: (control: never) => unknown][];
	readonly held: Held;

	nameOf(control: Element): string;
	expectThat(fact: unknown, control: Element, what: string): void;
	/** Lets what waits in the browser happen. */
	frame(): Promise<unknown>;
	becomes(fact: () => unknown, milliseconds?: number): Promise<boolean>;
	visible(element: Element): boolean;
	wordsOf(element: HTMLElement): string;
	/** What a finger touches: a hidden box is used by its label. */
	handOf(control: Element): HTMLElement;
	reach(control: Element): void;
	/** What changes on the page from now on, and what is said newly. */
	watch(): { changed(): boolean; words(): string; end(): void };
	/** The writes that are lost from now on; the page has to say so. */
	losses(): { any(): boolean; said(control: Element): Promise<void> };
	openDialog(): HTMLDialogElement | undefined;
	/** Everything in a dialog, then each way to close it. */
	tryDialog: (dialog: HTMLDialogElement, opener: HTMLElement) => Promise<void>;
	/** Every control of a part that nobody has used yet. */
	tryAll: (part: Element) => Promise<void>;
}

export interface Held {
	on: boolean;
	/** What the page asked of the server, as `POST /dashboard/domains`. */
	readonly asked: string[];
	/** What it asked of the browser: `print`, `copy`. */
	readonly did: string[];
	/** How many answers are awaited. */
	waiting: number;
	/** How many changes were lost. */
	lost: number;
}

declare global {
	interface Window {
		held: Held;
		walker: Walker;
	}
}
