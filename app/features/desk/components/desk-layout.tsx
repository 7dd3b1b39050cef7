import "~/components/layout/portal/portal.css";
import "./desk.css";
import { type ReactNode, useMemo } from "react";
import { href, Link, NavLink, useLocation, useNavigation } from "react-router";
import { FlashMessage } from "~/components/layout/portal/flash-message";
import { useRestoredFocus } from "~/components/layout/portal/use-restored-focus";
import { useRouteFocus } from "~/components/layout/use-route-focus";
import { Wordmark } from "~/components/layout/wordmark";
import { Icon } from "~/components/ui/icon";
import { KikoiBand } from "~/components/ui/kikoi";
import { LinkTabs } from "~/components/ui/link-tabs";
import { PopoverButton } from "~/components/ui/popover-button";
import { useAutoClosePopover } from "~/components/ui/use-auto-close-popover";
import { useDelayedPending } from "~/components/ui/use-delayed-pending";
import { accountPage, sectionsFor } from "~/desk-pages";
import type { SavedView } from "~/features/saved-views/saved-views.server";
import { permissionsOf, type Role } from "~/features/staff/permissions";
import { forgetActing } from "~/islands/acting-hint";
import type { ShownFlash } from "~/lib/flash";
import { DeskTools } from "./desk-tools";

/** Data of the desk's layout. */
export interface DeskFrame {
	readonly name: string;
	readonly email: string;
	readonly roles: readonly Role[];
	/** The message of the last action. */
	readonly flash: ShownFlash | null;
	/** Saved views of the list in the address. Null if it is no list. */
	readonly views: readonly SavedView[] | null;
}

const navigationId = "desk-navigation";
const round = "flex size-11 flex-none items-center justify-center rounded-full hover:bg-lake-wash";

/** The desk's layout: the sections that the person may see in a column on a large screen, in a menu on a small one. */
export function DeskLayout({ frame, children }: { frame: DeskFrame; children: ReactNode }) {
	useRouteFocus();
	useRestoredFocus();
	const sections = useMemo(() => sectionsFor(permissionsOf(frame.roles)), [frame.roles]);
	const { pathname } = useLocation();
	const current = sections.find(({ pages }) => pages.some(({ href }) => isWithin(pathname, href)));
	return (
		<div className="desk flex min-h-dvh flex-col">
			<KikoiBand className="print:hidden" />
			<div className="flex flex-1 flex-col lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
				<DeskNavigation frame={frame} sections={sections} current={current?.label} />
				<div className="flex min-w-0 flex-col">
					<header className="portal-topbar flex items-center gap-2 border-b border-line px-4 py-2 lg:hidden">
						<PopoverButton target={navigationId} href={`#${navigationId}`} className={`-ms-2 ${round}`}>
							<Icon name="menu" />
							<span className="sr-only">Open menu</span>
						</PopoverButton>
						<DeskName />
					</header>
					<main id="main" tabIndex={-1} className="flex-1 px-4 py-4 [--page-margin:0px] sm:px-6 lg:py-6">
						<div className="grid max-w-page grid-cols-[minmax(0,1fr)] gap-4">
							{current && current.pages.length > 1 && (
								<LinkTabs
									label={current.label}
									tabs={current.pages.map(({ href, label }) => ({ id: href, label, href }))}
									current={current.pages.find(({ href }) => isWithin(pathname, href))?.href ?? ""}
								/>
							)}
							<FlashMessage flash={frame.flash} />
							<Pending>{children}</Pending>
						</div>
					</main>
				</div>
			</div>
		</div>
	);
}

/** Whether the address is that of the page, or of a page below it. The first page has none below it. */
const isWithin = (pathname: string, page: string): boolean =>
	pathname === page || (page !== href("/desk") && pathname.startsWith(`${page}/`));

interface NavigationProps {
	frame: DeskFrame;
	sections: ReturnType<typeof sectionsFor>;
	/** The label of the open section. */
	current: string | undefined;
}

function DeskNavigation({ frame, sections, current }: NavigationProps) {
	const { pathname } = useLocation();
	const navigation = useAutoClosePopover<HTMLElement>(pathname);
	return (
		<nav
			ref={navigation}
			id={navigationId}
			popover="auto"
			aria-label="Desk"
			className="portal-sidebar flex-col gap-4 overflow-y-auto border-e border-line bg-surface p-3 text-ink max-lg:order-1"
		>
			<div className="flex items-center justify-between">
				<DeskName />
				<button
					type="button"
					popoverTarget={navigationId}
					popoverTargetAction="hide"
					className={`${round} text-muted lg:hidden`}
				>
					<Icon name="x" />
					<span className="sr-only">Close menu</span>
				</button>
			</div>
			<DeskTools sections={sections} />
			<ul className="grid gap-0.5">
				{sections.map(({ label, icon, pages }) => (
					<li key={label}>
						<Link
							to={pages[0]?.href ?? ""}
							aria-current={label === current ? "page" : undefined}
							className="portal-link"
						>
							<Icon name={icon} />
							{label}
						</Link>
					</li>
				))}
			</ul>
			<div className="mt-auto grid gap-0.5 border-t border-line pt-3">
				<div className="px-3 pb-1">
					<p className="truncate font-semibold">{frame.name}</p>
					<p className="truncate text-sm text-muted">{frame.email}</p>
				</div>
				<NavLink to={accountPage.href} className="portal-link">
					<Icon name="user" />
					{accountPage.label}
				</NavLink>
				<form method="post" action={href("/desk/sign-out")} onSubmit={forgetActing}>
					<button type="submit" className="portal-link w-full">
						<Icon name="log-out" />
						Sign out
					</button>
				</form>
			</div>
		</nav>
	);
}

const DeskName = () => (
	<Link to={href("/desk")} className="flex min-h-11 items-center gap-2 px-1 text-ink no-underline">
		<Wordmark />
		<span className="rounded-full bg-indigo-wash px-2 text-sm font-semibold text-indigo">Desk</span>
	</Link>
);

/** Pales the page while another one is loading for a while. */
function Pending({ children }: { children: ReactNode }) {
	const isSlow = useDelayedPending(useNavigation().location !== undefined);
	return (
		<>
			<p role="status" className="sr-only">
				{isSlow && "Loading"}
			</p>
			<div aria-busy={isSlow} className={isSlow ? "opacity-60 transition-opacity" : undefined}>
				{children}
			</div>
		</>
	);
}
