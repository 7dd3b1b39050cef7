import { href, useLocation } from "react-router";
import { ButtonLink } from "../ui/button";
import { Icon } from "../ui/icon";
import { KikoiBand } from "../ui/kikoi";
import { AccountMenu } from "./account-menu";
import { HeaderChatButton } from "./chat-button";
import { HeaderMenu } from "./header-menu";
import { MobileMenu } from "./mobile-menu";
import { featureLinks, headerLinks, headerMenus } from "./site-nav";
import { Wordmark } from "./wordmark";

/** Sticky with a negative offset, so its top padding scrolls away and it becomes compact without a layout shift. */
export function SiteHeader() {
	const { pathname } = useLocation();
	return (
		<>
			<KikoiBand />
			<site-header
				suppressHydrationWarning
				className="sticky -top-2 z-40 block border-b border-transparent bg-paper pt-4 pb-2 transition-colors data-compact:border-line data-compact:bg-paper/85 data-compact:backdrop-blur-md print:hidden"
			>
				<header className="page-column flex flex-wrap items-center gap-2 lg:flex-nowrap lg:gap-4">
					<a
						href={href("/")}
						className="inline-flex min-h-11 items-center pe-2 pb-1"
						aria-current={current(pathname, "/")}
					>
						<Wordmark className="text-2xl" />
						<span className="sr-only">, home</span>
					</a>
					<nav aria-label="Main" className="hidden items-center lg:flex">
						{headerMenus.map((menu) => (
							<HeaderMenu key={menu.label} label={menu.label} links={menu.links}>
								{menu.label === "Hosting" && (
									<ul className="mt-2 grid grid-cols-2 border-t border-line pt-2">
										{featureLinks.map(({ label, href }) => (
											<li key={href}>
												<a href={href} className="block rounded-field px-3 py-2.5 font-medium hover:bg-lake-wash">
													{label}
												</a>
											</li>
										))}
									</ul>
								)}
							</HeaderMenu>
						))}
						{headerLinks.map(({ label, href }) => (
							<a
								key={href}
								href={href}
								aria-current={current(pathname, href)}
								className="inline-flex min-h-11 items-center rounded-full px-3 text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink"
							>
								{label}
							</a>
						))}
					</nav>
					<div className="ms-auto flex items-center gap-1 sm:gap-2">
						<HeaderChatButton />
						<CartLink current={current(pathname, href("/cart"))} />
						<ButtonLink href={href("/login")} variant="secondary" className="max-sm:hidden signed-in:hidden">
							Sign In
						</ButtonLink>
						<ButtonLink href={href("/register")} className="max-sm:hidden signed-in:hidden">
							Get Started
						</ButtonLink>
						<AccountMenu />
						<MobileMenu pathname={pathname} />
					</div>
				</header>
			</site-header>
		</>
	);
}

function CartLink({ current }: { current: "page" | undefined }) {
	return (
		<a
			href={href("/cart")}
			aria-current={current}
			className="relative inline-flex size-11 items-center justify-center rounded-full hover:bg-lake-wash"
			title="Cart"
		>
			<Icon name="shopping-cart" size={24} />
			<span className="sr-only">Cart</span>
			<cart-badge
				suppressHydrationWarning
				hidden
				className="absolute end-0 top-0 min-w-5 rounded-full bg-sun px-1 text-center text-sm/[1.25rem] font-bold text-on-maize tabular-nums"
			/>
		</a>
	);
}

const current = (pathname: string, href: string) => (pathname === href ? ("page" as const) : undefined);
