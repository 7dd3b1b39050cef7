import type { Failure } from "~/lib/result";
import type { AddonTarget } from "./addon-ref";
import type { Quote } from "./quote";

/** A cart for a page: its prices now, and with the registries' answers when they come. */
export interface CartPreview {
	readonly quote: Quote;
	/** Whether the domains and plans of an account are among the targets. */
	readonly signedIn: boolean;
	/** What each add-on can be for, by its id. */
	readonly targets: Readonly<Record<string, readonly AddonTarget[]>>;
	/** Null if no line needs a registry's answer, or if `quote` has them. */
	readonly checked: Promise<Quote> | null;
}

/** The failure of a form of the cart, with the fields to show again. */
export interface CartAnswer {
	readonly failure: Failure;
	readonly values?: Readonly<Record<string, string>> | undefined;
}
