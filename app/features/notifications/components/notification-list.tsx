import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { useOptimistic } from "~/components/forms/use-optimistic";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { LinkTabs } from "~/components/ui/link-tabs";
import { Pager } from "~/components/ui/pager";
import { ArchivedList } from "~/features/archive/components/archived-list";
import { ShowOlder } from "~/features/archive/components/show-older";
import type { ArchivedView } from "~/features/archive/list-archived";
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

const tabs = [
	{ id: "all", label: "All", href: "?" },
	{ id: "unread", label: "Unread", href: "?tab=unread" },
];

export function NotificationList({ tab, notifications, next, hasOlder, failure }: NotificationListProps) {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading title="Notifications" lead="Updates about your domains, plans, projects and invoices.">
				{notifications.some(({ unread }) => unread) && (
					<Form method="post" preventScrollReset>
						<Button type="submit" variant="secondary">
							Mark all as read
						</Button>
					</Form>
				)}
			</PageHeading>
			<FormError toast failure={failure} />
			<LinkTabs label="Notifications by state" tabs={tabs} current={tab} />
			{notifications.length === 0 ? (
				<Card>
					<EmptyState icon="bell" title={emptyTitle(tab, hasOlder)}>
						You'll see one when a domain is about to expire, an invoice is due or an order is ready.
					</EmptyState>
				</Card>
			) : (
				<Cards notifications={notifications} />
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
			<PageHeading
				title={archive.title ? `Notifications in ${archive.title}` : "Older notifications"}
				lead="Updates about your domains, plans, projects and invoices."
			/>
			<ArchivedList archive={archive} back="Recent notifications">
				<Cards notifications={archive.items} exact />
			</ArchivedList>
		</div>
	);
}

interface CardsProps {
	notifications: readonly ListedNotification[];
	/** Shows the date and time instead of how long ago. */
	exact?: boolean;
}

const Cards = ({ notifications, exact = false }: CardsProps) => (
	<ul className="grid gap-3">
		{notifications.map((notification) => (
			<NotificationCard key={notification.id} notification={notification} exact={exact} />
		))}
	</ul>
);

function NotificationCard({ notification, exact }: { notification: ListedNotification; exact: boolean }) {
	const { Form, shown: unread, busy } = useOptimistic(notification.unread, () => false);
	return (
		<Card as="li" className="grid gap-1">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
				<h2 className="flex items-baseline gap-2 text-lg">
					{unread && <span className="size-2.5 flex-none rounded-full bg-sun" aria-hidden="true" />}
					{unread && <span className="sr-only">Unread:</span>}
					<span className="break-words">{notification.title}</span>
				</h2>
				<time
					dateTime={notification.iso}
					title={exact ? notification.ago : notification.moment}
					className="text-sm text-muted"
				>
					{exact ? notification.moment : notification.ago}
				</time>
			</div>
			<p className="max-w-measure text-muted">{notification.body}</p>
			<div className="flex flex-wrap items-center gap-x-6">
				{notification.href && (
					<OpenNotification
						notification={notification}
						href={notification.href}
						Form={Form}
						busy={busy}
						className="link-alone"
					>
						View<span className="sr-only">: {notification.title}</span>
					</OpenNotification>
				)}
				{unread && (
					<Form method="post" preventScrollReset>
						<input type="hidden" name="notificationId" value={notification.id} />
						<button type="submit" className="link-alone">
							Mark as read<span className="sr-only">: {notification.title}</span>
						</button>
					</Form>
				)}
			</div>
		</Card>
	);
}
