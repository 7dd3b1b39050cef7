import type { ReactNode } from "react";
import { type FetcherWithComponents, href, Link } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { cx } from "~/components/ui/cx";
import type { ListedNotice } from "../list-notice";

interface OpenNoticeProps {
	notice: ListedNotice;
	href: string;
	/** What marks the notice as read, and is on its way. */
	Form: FetcherWithComponents<unknown>["Form"];
	busy: boolean;
	className: string;
	children: ReactNode;
}

/**
 * Leads to what a notice is about. An unread one goes by way of a POST, which marks it as read: a GET changes nothing,
 * and marking it beside a navigation could come after the new page had counted what is unread.
 */
export function OpenNotice({ notice: { id, unread }, href: to, Form, busy, className, children }: OpenNoticeProps) {
	if (!unread)
		return (
			<Link to={to} className={className}>
				{children}
			</Link>
		);
	return (
		<Form method="post" action={href("/dashboard/notifications")} aria-busy={busy} className="aria-busy:opacity-60">
			<HiddenFields values={{ intent: "open", noticeId: id }} />
			<button type="submit" className={cx("cursor-pointer", className)}>
				{children}
			</button>
		</Form>
	);
}
