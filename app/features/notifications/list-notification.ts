import { href } from "react-router";
import type { Acting } from "~/features/accounts/customer";
import type { ClothState } from "~/features/domains/cloth";
import { domainIn } from "~/features/domains/domain-in";
import { toUnicode } from "~/features/domains/to-unicode";
import { type ActingRole, mayWhileActing } from "~/lib/acting";
import { formatDistance, formatMoment, type Locale } from "~/lib/dates";
import { notificationText } from "./notification-text";

interface Row {
	readonly id: string;
	readonly kind: string;
	readonly params: Readonly<Record<string, unknown>>;
	readonly title: string;
	readonly body: string;
	readonly href: string | null;
	readonly readAt: number | null;
	readonly createdAt: number;
}

export type ListedNotification = ReturnType<typeof listNotification>;

/** An archived notification can no longer be marked as read, so it counts as read. */
export const asRead = <R extends Row>(row: R): R => ({ ...row, readAt: row.readAt ?? row.createdAt });

/** Who reads: the customer, or someone who uses their account. */
interface Reader extends Locale {
	readonly acting: Acting | null;
}

/** A notification, formatted for its reader. */
export function listNotification({ id, readAt, createdAt, ...row }: Row, { acting, ...locale }: Reader, now: number) {
	const text = notificationText(row, locale);
	const page = acting && !isReachable(text.href, acting.role) ? null : text.href;
	const domain = domainIn(text.title) ?? domainIn(text.body);
	return {
		id,
		/** The cloth of the domain that it is about. */
		cloth: domain && { name: domain, state: cloths[row.kind] ?? ("woven" as const) },
		title: toUnicode(text.title),
		body: toUnicode(text.body),
		href: page,
		verb: verbOf(page),
		unread: readAt === null,
		/** Whether it counts as read when it is opened. For someone with access it stays new to the customer. */
		marks: readAt === null && (acting === null || acting.role === "staff"),
		ago: formatDistance(createdAt, now, locale),
		moment: formatMoment(createdAt, locale),
		iso: new Date(createdAt).toISOString(),
	};
}

/** How the cloth is drawn when the domain has ended or soon will. */
const cloths: Readonly<Record<string, ClothState>> = {
	"domain.expiring": "expiring",
	"domain.lost": "expired",
	"domain.moved": "expired",
	"domain.released": "expired",
};

function isReachable(address: string | null, role: ActingRole): boolean {
	if (address === null) return false;
	const { pathname, search } = new URL(address, "https://same-site.invalid");
	return mayWhileActing(role, "GET", pathname, search);
}

const payPages = href("/pay/:invoiceId", { invoiceId: "" });

/** What the customer does on the notification's page. */
function verbOf(target: string | null): string {
	if (target?.startsWith(payPages)) return "Pay";
	return target?.endsWith("#renew") ? "Renew" : "Open";
}
