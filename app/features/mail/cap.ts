import { DAY } from "~/lib/durations";
import type { MailKind } from "./mail";

/** What a stranger can cause by typing somebody's address into a form. */
const prompted: readonly MailKind[] = ["mail.verify-email", "mail.reset-password", "mail.already-registered"];

interface MailCap {
	/** Mails per customer in any `window` ms. */
	readonly limit: number;
	readonly window: number;
	/** Which kinds count together; undefined: all of them. */
	readonly kinds?: readonly MailKind[];
	/** Beyond the limit: left out (asking again tomorrow works), or put off until the window has room. */
	readonly beyond: "drop" | "postpone";
}

/** How many such mails one customer gets in a time (ms), and what becomes of those beyond. */
export function capOf(kind: MailKind): MailCap {
	if (prompted.includes(kind)) return { limit: 10, window: DAY, kinds: prompted, beyond: "drop" };
	return { limit: 60, window: DAY, beyond: "postpone" };
}
