import { href, Link } from "react-router";
import { Bell } from "~/features/notifications/components/bell";
import { SearchBox } from "~/features/portal/components/search-box";
import { Icon } from "../../ui/icon";
import { PopoverButton } from "../../ui/popover-button";
import { Wordmark } from "../wordmark";
import type { PortalFrame } from "./portal-frame";
import { Initials, sidebarId } from "./sidebar";

const round = "relative size-11 flex-none items-center justify-center rounded-full hover:bg-lake-wash";

/** The top bar of the portal: menu, search, bell, profile. */
export function Topbar({ frame }: { frame: PortalFrame }) {
	return (
		<header className="portal-topbar flex flex-wrap items-center gap-x-2 gap-y-3 border-b border-line px-4 py-3 sm:px-6 lg:px-8">
			<div className="-ms-2 lg:hidden">
				<PopoverButton target={sidebarId} href={`#${sidebarId}`} className={round}>
					<Icon name="menu" />
					<span className="sr-only">Open menu</span>
				</PopoverButton>
			</div>
			<a href={href("/")} className="me-auto flex min-h-11 items-center text-ink no-underline lg:hidden">
				<Wordmark />
			</a>
			<SearchBox />
			<Link to={href("/dashboard/search")} className={`${round} flex text-ink sm:hidden`}>
				<Icon name="search" />
				<span className="sr-only">Search page</span>
			</Link>
			<Bell unread={frame.unread} notifications={frame.notifications} className={`${round} text-ink`} />
			<Link to={href("/dashboard/account-settings")} className="rounded-full p-0.5 no-underline">
				<Initials text={frame.initials} />
				<span className="sr-only">Your profile</span>
			</Link>
		</header>
	);
}
