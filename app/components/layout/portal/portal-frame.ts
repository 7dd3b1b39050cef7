import type { ListedNotification } from "~/features/notifications/list-notification";
import type { ShownFlash } from "~/lib/flash";

/** What the sidebar shows of its customer. */
export interface PortalFrame {
	readonly name: string;
	readonly email: string;
	readonly initials: string;
	readonly badges: Readonly<Record<"domains" | "projects", number>>;
	readonly unread: number;
	/** The newest few. */
	readonly notifications: readonly ListedNotification[];
	/** The day on which the account closes; null unless it is closing. */
	readonly closes: string | null;
	readonly year: string;
	/** What the last action did. */
	readonly flash: ShownFlash | null;
}
