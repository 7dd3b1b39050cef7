import type { ShownAnnouncement } from "~/features/catalog/announcements";
import type { ListedNotification } from "~/features/notifications/list-notification";
import type { ShownFlash } from "~/lib/flash";

/** Data of the portal layout. */
export interface PortalFrame {
	readonly name: string;
	readonly email: string;
	readonly initials: string;
	readonly badges: Readonly<Record<"domains" | "projects", number>>;
	readonly unread: number;
	/** The newest notifications, for the bell. */
	readonly notifications: readonly ListedNotification[];
	/** The day on which the account closes. Null unless it is closing. */
	readonly closes: string | null;
	/** Until when someone at the desk is signed in as the customer, as text and in ms. Null in the customer's own session. */
	readonly acting: { readonly until: string; readonly endsAt: number } | null;
	readonly year: string;
	readonly announcements: readonly ShownAnnouncement[];
	/** The message of the last action. */
	readonly flash: ShownFlash | null;
}
