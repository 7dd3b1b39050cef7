import type { Permission } from "./permissions";

/**
 * What a page of the desk needs. Every route of the desk exports it as `handle`. Null means that everyone at the desk may
 * do it, because it only concerns their own account.
 */
export interface DeskHandle {
	readonly desk: {
		/** To see the page. */
		readonly view: Permission | null;
		/** To send its forms, by their field `intent`. */
		readonly actions?: Readonly<Record<string, Permission | null>>;
	};
}
