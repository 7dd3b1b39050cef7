import { Form, Link, useSearchParams } from "react-router";
import { Icon } from "~/components/ui/icon";
import { Wordmark } from "../wordmark";
import type { PortalFrame } from "./portal-nav";
import { Initials, sidebarId } from "./sidebar";

const round = "relative flex size-11 flex-none items-center justify-center rounded-full hover:bg-lake-wash";

/** Over every portal page: menu, search, bell, profile. */
export function Topbar({ frame }: { frame: PortalFrame }) {
	const [params] = useSearchParams();
	return (
		<header className="portal-topbar flex flex-wrap items-center gap-x-2 gap-y-3 border-b border-line px-4 py-3 sm:px-6 lg:px-8">
			<button type="button" popoverTarget={sidebarId} className={`${round} -ms-2 lg:hidden`}>
				<Icon name="menu" />
				<span className="sr-only">Open menu</span>
			</button>
			<a href="/" className="me-auto flex min-h-11 items-center text-ink no-underline lg:hidden">
				<Wordmark />
			</a>
			<Form
				method="get"
				action="/dashboard/search"
				role="search"
				className="order-last flex w-full items-center lg:order-none lg:me-auto lg:max-w-md"
			>
				<label htmlFor="portal-search" className="sr-only">
					Search domains, hosting, projects and invoices
				</label>
				<input
					id="portal-search"
					key={params.get("q")}
					type="search"
					name="q"
					defaultValue={params.get("q") ?? ""}
					maxLength={100}
					placeholder="Search domains, hosting, projects, invoices"
					className="min-h-11 w-full min-w-0 rounded-full border border-edge bg-surface ps-4 pe-12 hover:border-ink"
				/>
				<button type="submit" className={`${round} -ms-11 text-muted hover:text-ink`}>
					<Icon name="search" />
					<span className="sr-only">Search</span>
				</button>
			</Form>
			<Link to="/dashboard/notifications" className={`${round} text-ink`}>
				<Icon name="bell" />
				{frame.unread > 0 && (
					<span className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-sm/5 font-semibold tabular-nums text-on-solid">
						{frame.unread > 99 ? "99+" : frame.unread}
					</span>
				)}
				<span className="sr-only">{frame.unread === 0 ? "Notifications" : " unread notifications"}</span>
			</Link>
			<Link to="/dashboard/account-settings" className="rounded-full no-underline">
				<Initials text={frame.initials} />
				<span className="sr-only">Your profile</span>
			</Link>
		</header>
	);
}
