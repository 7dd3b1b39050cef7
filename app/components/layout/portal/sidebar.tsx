import { href, NavLink, useLocation } from "react-router";
import { brand } from "~/brand";
import { PortalTools } from "~/features/portal/components/portal-tools";
import { listedPages, portalSections } from "~/portal-pages";
import { Icon } from "../../ui/icon";
import { useAutoClosePopover } from "../../ui/use-auto-close-popover";
import { Wordmark } from "../wordmark";
import type { PortalFrame } from "./portal-frame";

export const sidebarId = "portal-sidebar";

const pagesOf = (title: string) => listedPages.filter(({ section }) => section === title);

/** A column on a large screen, a popover on a small one: without script too. Browsers without popovers, see portal.css. */
export function Sidebar({ frame }: { frame: PortalFrame }) {
	const { pathname } = useLocation();
	const sidebar = useAutoClosePopover<HTMLElement>(pathname);
	return (
		<nav
			ref={sidebar}
			id={sidebarId}
			popover="auto"
			aria-label="Portal"
			className="portal-sidebar max-lg:order-1 flex-col gap-6 overflow-y-auto border-e border-line bg-surface p-4 text-ink"
		>
			<div className="flex items-center justify-between">
				<a href={href("/")} className="flex min-h-11 items-center px-2 text-ink no-underline">
					<Wordmark />
				</a>
				<button
					type="button"
					popoverTarget={sidebarId}
					popoverTargetAction="hide"
					className="flex size-11 items-center justify-center rounded-full text-muted hover:text-ink lg:hidden"
				>
					<Icon name="x" />
					<span className="sr-only">Close menu</span>
				</button>
			</div>
			{portalSections.map((title) => (
				<section key={title} aria-label={title} className="grid gap-1">
					<p className="px-3 text-sm font-semibold text-muted" aria-hidden="true">
						{title}
					</p>
					<ul className="grid gap-0.5">
						{pagesOf(title).map(({ id, href, label, icon, badge }) => (
							<li key={id}>
								<NavLink
									to={(id === "profile" && frame.acting?.settings[0]) || href}
									end={id === "overview"}
									className="portal-link"
								>
									{icon && <Icon name={icon} />}
									{label}
									{badge && frame.badges[badge] > 0 && (
										<span className="ms-auto rounded-full bg-lake-wash px-2.5 text-sm font-semibold tabular-nums text-lake-deep">
											{frame.badges[badge]}
										</span>
									)}
								</NavLink>
							</li>
						))}
						{title === "Account" && (
							<li>
								<form method="post" action={href("/logout")}>
									<button type="submit" className="portal-link w-full">
										<Icon name="log-out" />
										Logout
									</button>
								</form>
							</li>
						)}
					</ul>
				</section>
			))}
			<div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-4">
				<div className="flex items-center gap-3 px-2">
					<Initials text={frame.initials} />
					<div className="min-w-0">
						<p className="truncate font-semibold">{frame.name}</p>
						<p className="truncate text-sm text-muted">{frame.email}</p>
					</div>
				</div>
				<PortalTools />
				<p className="px-2 text-sm text-muted">
					© {frame.year} {brand.name}
				</p>
			</div>
		</nav>
	);
}

export function Initials({ text }: { text: string }) {
	return (
		<span
			className="flex size-10 flex-none items-center justify-center rounded-full bg-lake-wash font-display font-semibold text-lake-deep"
			aria-hidden="true"
		>
			{text}
		</span>
	);
}
