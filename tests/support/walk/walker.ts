/** State and functions of the walk in the browser, made by requests.ts and tools.ts. */
export interface Walker {
	/** Whether script is on. */
	readonly script: boolean;
	/** The part of the page to try. */
	readonly area: HTMLElement;
	readonly problems: string[];
	/** The controls that were tried, or that another handler tries. */
	readonly seen: Set<Element>;
	/** How to try each kind of control. The first match is used. */
	readonly handlers: [selector: string, use: (control: never) => unknown][];
	readonly requestLog: RequestLog;

	nameOf(control: Element): string;
	expectThat(fact: unknown, control: Element, what: string): void;
	/** Waits for pending tasks of the browser. */
	frame(): Promise<unknown>;
	waitFor(fact: () => unknown, milliseconds?: number): Promise<boolean>;
	visible(element: Element): boolean;
	visibleTextOf(element: HTMLElement): string;
	/** The element to click. A hidden checkbox is clicked by its label. */
	clickTarget(control: Element): HTMLElement;
	reach(control: Element): void;
	/** Whether the page changes from now on, and the text that it adds. */
	watch(): { changed(): boolean; words(): string; end(): void };
	/** The writes that are blocked from now on. `expectMessage` checks that the page reports them. */
	blockedWrites(): { any(): boolean; expectMessage(control: Element): Promise<void> };
	openDialog(): HTMLDialogElement | undefined;
	/** Tries every control of a dialog, then each button that closes it. */
	tryDialog: (dialog: HTMLDialogElement, opener: HTMLElement) => Promise<void>;
	/** Tries every control of a part that was not tried yet. */
	tryAll: (part: Element) => Promise<void>;
}

export interface RequestLog {
	isBlocking: boolean;
	/** Requests to the server, such as `POST /dashboard/domains`. */
	readonly requests: string[];
	/** Calls of browser functions: `print`, `copy`. */
	readonly browserActions: string[];
	/** Number of requests without a response yet. */
	pending: number;
	/** Number of blocked writes. */
	blocked: number;
}

declare global {
	interface Window {
		requestLog: RequestLog;
		walker: Walker;
	}
}
