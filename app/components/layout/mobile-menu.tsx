import { href } from "react-router";
import { brand } from "~/brand";
import { ButtonLink } from "../ui/button";
import { Icon } from "../ui/icon";
import { domainLinks, featureLinks, headerLinks, hostingLinks, type NavLink } from "./site-nav";

const groups: readonly { title: string; links: readonly NavLink[] }[] = [
	{ title: "Domains", links: domainLinks },
	{ title: "Hosting", links: hostingLinks },
	{ title: "More", links: [...headerLinks, ...featureLinks] },
];

/** The menu on small screens: all header links, our phone number and address. */
export function MobileMenu({ pathname }: { pathname: string }) {
	return (
		<details name="site-menu" className="group lg:hidden">
			<summary className="inline-flex size-11 items-center justify-center rounded-full hover:bg-lake-wash">
				<Icon name="menu" size={24} className="group-open:hidden" />
				<Icon name="x" size={24} className="hidden group-open:block" />
				<span className="sr-only">Menu</span>
			</summary>
			<div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-b border-line bg-surface shadow-float">
				<nav aria-label="Menu" className="page-column grid grid-cols-2 gap-x-6 gap-y-6 py-6 sm:grid-cols-3">
					{groups.map(({ title, links }) => (
						<div key={title} className="last:max-sm:col-span-2 last:max-sm:[&>ul]:columns-2">
							<p className="pb-1 text-sm font-semibold text-muted">{title}</p>
							<ul>
								{links.map(({ label, href }) => (
									<li key={href}>
										<a
											href={href}
											aria-current={pathname === href ? "page" : undefined}
											className="flex min-h-11 items-center font-medium hover:text-lake aria-[current]:text-lake"
										>
											{label}
										</a>
									</li>
								))}
							</ul>
						</div>
					))}
				</nav>
				<div className="page-column flex flex-wrap gap-3 pb-6 sm:hidden signed-in:hidden">
					<ButtonLink href={href("/login")} variant="secondary" className="flex-1">
						Sign In
					</ButtonLink>
					<ButtonLink href={href("/register")} className="flex-1">
						Get Started
					</ButtonLink>
				</div>
				<address className="page-column grid gap-1 border-t border-line py-5 text-muted not-italic">
					<a href={brand.phone.href} className="flex min-h-11 items-center gap-3 font-medium text-ink">
						<Icon name="phone" className="text-lake" />
						{brand.phone.display}
					</a>
					<span className="flex min-h-11 items-center gap-3">
						<Icon name="map-pin" className="text-lake" />
						{brand.address.street}, {brand.address.city}
					</span>
				</address>
			</div>
		</details>
	);
}
