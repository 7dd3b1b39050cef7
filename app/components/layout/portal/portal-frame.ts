import type { ShownAnnouncement } from "~/features/catalog/announcements";
import type { ListedNotification } from "~/features/notifications/list-notification";
import type { ActingRole } from "~/lib/acting";
import type { ShownFlash } from "~/lib/flash";
import type { PortalPath } from "~/portal-pages";

/** Someone who uses an account that is not theirs. `until`: when it ends, as text and in ms. Null for members. */
export interface ShownActing {
	readonly role: ActingRole;
	/** Of the account: the company, or the customer's name. For staff always that. */
	readonly name: string;
	readonly until: { readonly text: string; readonly ms: number } | null;
	/** The tabs of the settings that they may see. */
	readonly settings: readonly PortalPath[];
}

/** Data of the portal layout. */
export interface PortalFrame {
	/** The account's id. */
	readonly account: string;
	readonly name: string;
	readonly email: string;
	readonly initials: string;
	readonly badges: Readonly<Record<"domains" | "projects", number>>;
	readonly unread: number;
	/** The newest notifications, for the bell. */
	readonly notifications: readonly ListedNotification[];
	/** The day on which the account closes. Null unless it is closing. */
	readonly closes: string | null;
	/** Who uses the account, if it is not the customer. */
	readonly acting: ShownActing | null;
	readonly year: string;
	readonly announcements: readonly ShownAnnouncement[];
	/** The message of the last action. */
	readonly flash: ShownFlash | null;
}
