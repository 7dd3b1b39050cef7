import type { ReactNode } from "react";
import { type FetcherWithComponents, href, Link } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { cx } from "~/components/ui/cx";
import type { ListedNotification } from "../list-notification";

interface OpenNotificationProps {
	notification: ListedNotification;
	href: string;
	/** The fetcher's form that marks the notification as read, and whether it is being sent. */
	Form: FetcherWithComponents<unknown>["Form"];
	busy: boolean;
	className: string;
	children: ReactNode;
}

/**
 * Opens the page that a notification is about. An unread one is opened by a POST that marks it as read: a GET must change
 * nothing, and a separate request could arrive after the new page has counted the unread ones.
 */
export function OpenNotification({
	notification: { id, marks },
	href: to,
	Form,
	busy,
	className,
	children,
}: OpenNotificationProps) {
	if (!marks)
		return (
			<Link to={to} className={className}>
				{children}
			</Link>
		);
	return (
		<Form method="post" action={href("/dashboard/notifications")} aria-busy={busy} className="aria-busy:opacity-60">
			<HiddenFields values={{ intent: "open", notificationId: id }} />
			<button type="submit" className={cx("cursor-pointer", className)}>
				{children}
			</button>
		</Form>
	);
}
