import { href, Link, useLocation } from "react-router";
import { useOptimistic } from "~/components/forms/use-optimistic";
import { Icon } from "~/components/ui/icon";
import { PopoverButton } from "~/components/ui/popover-button";
import { useAutoClosePopover } from "~/components/ui/use-auto-close-popover";
import { Cloth } from "~/features/domains/components/cloth";
import type { ListedNotification } from "../list-notification";
import { OpenNotification } from "./open-notification";

interface BellProps {
	unread: number;
	/** The newest notifications. */
	notifications: readonly ListedNotification[];
	className: string;
}

/** The number of unread notifications. Opens the newest ones in a popover that needs no script. `className` must not set `display`. */
export function Bell({ unread: stored, notifications, className }: BellProps) {
	const { key } = useLocation();
	const { Form, shown: unread } = useOptimistic(stored, () => 0);
	const popover = useAutoClosePopover<HTMLElement>(key);
	return (
		<>
			<PopoverButton target="bell-notifications" href={href("/dashboard/notifications")} className={className}>
				<Icon name="bell" />
				{unread > 0 && (
					<span className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-sm/[1.25rem] font-semibold tabular-nums text-on-solid">
						{unread > 99 ? "99+" : unread}
					</span>
				)}
				<span className="sr-only">{unread === 0 ? "Notifications" : " unread notifications"}</span>
			</PopoverButton>
			<section
				ref={popover}
				id="bell-notifications"
				popover="auto"
				aria-label="Newest notifications"
				className="bell-notifications rounded-card border border-line bg-surface p-2 text-ink shadow-float"
			>
				{notifications.length === 0 ? (
					<p className="px-3 py-4 text-muted">No notifications yet.</p>
				) : (
					<ul>
						{notifications.map((notification) => (
							<BellItem key={notification.id} notification={notification} unread={unread > 0 && notification.unread} />
						))}
					</ul>
				)}
				<div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-3 pt-1">
					<Link to={href("/dashboard/notifications")} className="link-alone">
						All notifications
					</Link>
					{unread > 0 && notifications.every((one) => one.marks === one.unread) && (
						<Form method="post" action={href("/dashboard/notifications")} preventScrollReset>
							<button type="submit" className="link min-h-11">
								Mark all as read
							</button>
						</Form>
					)}
				</div>
			</section>
		</>
	);
}

function BellItem({ notification, unread: stored }: { notification: ListedNotification; unread: boolean }) {
	const { Form, shown: unread, busy } = useOptimistic(stored, () => false);
	return (
		<li className="relative flex gap-3 rounded-field px-3 py-2.5 hover:bg-lake-wash">
			<span className={unread ? "mt-2 size-2 flex-none rounded-full bg-sun" : "size-2 flex-none"} aria-hidden="true" />
			<div className="min-w-0">
				<OpenNotification
					notification={notification}
					href={notification.href ?? href("/dashboard/notifications")}
					Form={Form}
					busy={busy}
					className="block w-full break-words text-start font-medium text-ink no-underline after:absolute after:inset-0"
				>
					{unread && <span className="sr-only">Unread: </span>}
					{notification.title}
				</OpenNotification>
				<time dateTime={notification.iso} title={notification.moment} className="text-sm text-muted">
					{notification.ago}
				</time>
			</div>
			{notification.cloth && <Cloth {...notification.cloth} size="small" className="ms-auto mt-1 self-start" />}
		</li>
	);
}
