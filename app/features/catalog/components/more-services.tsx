import { href } from "react-router";
import { Icon } from "~/components/ui/icon";

const quote = `${href("/services")}?about=other#quote`;

/** Other services: most by quote, the rest with their own page. */
const more = [
	{ name: "E-commerce solutions", href: quote },
	{ name: "Digital marketing", href: quote },
	{ name: "Managed services", href: quote },
	{ name: "Cloud", href: quote },
	{ name: "Dedicated servers", href: quote },
	{ name: "Free hosting", href: quote },
	{ name: "Developer services", href: href("/developer") },
	{ name: "SSL certificates", href: `${href("/pricing")}#addons` },
	{ name: "Control panel", href: `${href("/hosting/web")}#control-panel` },
	{ name: "Email hosting", href: `${href("/select-domain")}?plan=email-basic&term=monthly` },
] as const;

export function MoreServices() {
	return (
		<ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 border-b border-line sm:grid-cols-2 sm:gap-x-10">
			{more.map(({ name, href }) => (
				<li key={name} className="border-t border-line">
					<a
						href={href}
						className="flex min-h-11 items-center sm:min-h-12 justify-between gap-3 font-semibold max-sm:text-sm hover:text-lake hover:underline sm:font-display sm:text-lg"
					>
						{name}
						<span className="inline-flex items-center gap-2 font-sans text-sm font-normal text-muted max-sm:hidden">
							{href === quote && "By quote"}
							<Icon name="arrow-right" />
						</span>
					</a>
				</li>
			))}
		</ul>
	);
}
