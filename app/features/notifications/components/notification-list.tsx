import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { useOptimistic } from "~/components/forms/use-optimistic";
import { ListHeading } from "~/components/layout/portal/list-heading";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Button, buttonClasses } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { cx } from "~/components/ui/cx";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { ArchivedList } from "~/features/archive/components/archived-list";
import { ShowOlder } from "~/features/archive/components/show-older";
import type { ArchivedView } from "~/features/archive/list-archived";
import { Cloth } from "~/features/domains/components/cloth";
import type { Failure } from "~/lib/result";
import type { ListedNotification } from "../list-notification";
import type { NotificationListQuery } from "../notifications.schema";
import { OpenNotification } from "./open-notification";

interface NotificationListProps {
	tab: NotificationListQuery["tab"];
	notifications: readonly ListedNotification[];
	next: string | null;
	/** Whether there are archived notifications after the last one. */
	hasOlder: boolean;
	failure?: Failure | undefined;
}

const lead = "Updates about your domains, plans, projects and invoices.";

const tabs = [
	{ id: "all", label: "All", href: "?" },
	{ id: "unread", label: "Unread", href: "?tab=unread" },
];

export function NotificationList({ tab, notifications, next, hasOlder, failure }: NotificationListProps) {
	return (
		<div className="list-page">
			<ListHeading title="Notifications" lead={lead}>
				{notifications.some(({ marks }) => marks) && (
					<Form method="post" preventScrollReset>
						<Button type="submit" variant="secondary">
							<span>
								Mark all<span className="max-sm:sr-only"> as read</span>
							</span>
						</Button>
					</Form>
				)}
			</ListHeading>
			<FormError toast failure={failure} />
			<LinkTabs label="Notifications by state" tabs={tabs} current={tab} />
			{notifications.length === 0 ? (
				<Card>
					<EmptyState icon="bell" title={emptyTitle(tab, hasOlder)}>
						You'll see one when a domain is about to expire, an invoice is due or an order is ready.
					</EmptyState>
				</Card>
			) : (
				<Rows notifications={notifications} />
			)}
			<Pager next={next} />
			{hasOlder && <ShowOlder />}
		</div>
	);
}

const emptyTitle = (tab: NotificationListQuery["tab"], hasOlder: boolean) => {
	if (tab === "unread") return "No unread notifications";
	return hasOlder ? "No recent notifications" : "No notifications yet";
};

/** Notifications that are no longer in the database. */
export function ArchivedNotifications({ archive }: { archive: ArchivedView<ListedNotification> }) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title={archive.title ? `Notifications in ${archive.title}` : "Older notifications"} lead={lead} />
			<ArchivedList archive={archive} back="Recent notifications">
				<Rows notifications={archive.items} exact />
			</ArchivedList>
		</div>
	);
}

interface RowsProps {
	notifications: readonly ListedNotification[];
	/** Shows the date and time instead of how long ago. */
	exact?: boolean;
}

const Rows = ({ notifications, exact = false }: RowsProps) => (
	<ul className="divide-y divide-line md:rounded-card md:border md:border-line md:bg-surface md:px-6">
		{notifications.map((notification) => (
			<NotificationRow key={notification.id} notification={notification} exact={exact} />
		))}
	</ul>
);

/** On a phone, a row of two lines. The text is on the page that it opens. */
function NotificationRow({ notification, exact }: { notification: ListedNotification; exact: boolean }) {
	const { Form, shown: unread, busy } = useOptimistic(notification.unread, () => false);
	const { id, cloth, title, body, href, verb, marks } = notification;
	return (
		<li className="flex min-h-18 items-center gap-x-4 py-2 md:py-3">
			{/* On wide screens as wide as a cloth, so that all titles begin at the same place. */}
			<span className="w-11 flex-none leading-0 max-md:hidden">{cloth && <Cloth {...cloth} />}</span>
			<div className="min-w-0 flex-1">
				{/* The system font, because titles contain domain names. */}
				<h2 className="font-sans text-base font-semibold leading-snug tracking-normal max-md:line-clamp-2">
					{unread && <span className="me-2 inline-block size-2.5 rounded-full bg-sun" aria-hidden="true" />}
					{unread && <span className="sr-only">Unread:</span>}
					{/* In the text on phones, where a column would leave no room for a domain name and what happened to it. */}
					{cloth && <Cloth {...cloth} size="small" className="me-2 align-middle md:hidden" />}
					<span className="break-words">{title}</span>
				</h2>
				<p className={cx("max-w-measure text-muted", href && "max-md:hidden")}>{body}</p>
				<time
					dateTime={notification.iso}
					title={exact ? notification.ago : notification.moment}
					className="block text-sm text-muted"
				>
					{exact ? notification.moment : notification.ago}
				</time>
			</div>
			<div className="flex flex-wrap items-center justify-end gap-x-5">
				{unread && marks && (
					<Form method="post" preventScrollReset className={href ? "max-md:hidden" : undefined}>
						<input type="hidden" name="notificationId" value={id} />
						<button type="submit" className="link-alone">
							Mark as read<span className="sr-only">: {title}</span>
						</button>
					</Form>
				)}
				{href && (
					<OpenNotification
						notification={notification}
						href={href}
						Form={Form}
						busy={busy}
						className={buttonClasses({ variant: "secondary", size: "sm" })}
					>
						{verb}
						<span className="sr-only">: {title}</span>
					</OpenNotification>
				)}
			</div>
		</li>
	);
}
