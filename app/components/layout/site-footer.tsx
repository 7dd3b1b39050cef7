import { brand } from "~/brand";
import { Icon } from "../ui/icon";
import { KikoiBand } from "../ui/kikoi";
import { PaymentMarks } from "./payment-marks";
import { companyLinks, type NavLink, serviceLinks } from "./site-nav";
import { Wordmark } from "./wordmark";

export function SiteFooter() {
	return (
		<footer className="rendered-when-near border-t border-line bg-surface print:hidden">
			<div className="page-column grid grid-cols-[1.4fr_1fr] gap-x-4 gap-y-8 py-10 sm:gap-y-10 sm:py-12 md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1.4fr]">
				<div className="col-span-full grid content-start gap-3 lg:col-span-1">
					<Wordmark className="text-2xl" />
					<p className="max-w-xs text-muted max-sm:hidden md:max-lg:max-w-measure">{brand.description}</p>
				</div>
				<LinkList title="Services" links={serviceLinks} />
				<LinkList title="Company" links={companyLinks} />
				<Contact />
			</div>
			<div className="page-column">
				<div className="flex flex-wrap items-center justify-between gap-6 border-t border-line py-6">
					<PaymentMarks />
					<p className="text-sm text-muted">
						© {brand.legalName}, {brand.address.city}
					</p>
				</div>
			</div>
			<KikoiBand />
		</footer>
	);
}

function LinkList({ title, links }: { title: string; links: readonly NavLink[] }) {
	return (
		<nav aria-label={title}>
			<h2 className="pb-2 text-base tracking-normal">{title}</h2>
			<ul>
				{links.map(({ label, href }) => (
					<li key={href}>
						<a
							href={href}
							className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline sm:min-h-9"
						>
							{label}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}

function Contact() {
	const { address, emails, phone } = brand;
	return (
		<div className="max-md:col-span-full">
			<h2 className="pb-2 text-base tracking-normal">Talk to us</h2>
			<address className="grid text-muted not-italic">
				<a href={phone.href} className={contactLink}>
					<Icon name="phone" className="flex-none text-lake" />
					{phone.display}
				</a>
				<a href={`mailto:${emails.support}`} className={contactLink}>
					<Icon name="life-buoy" className="flex-none text-lake" />
					{emails.support}
				</a>
				<a href={`mailto:${emails.sales}`} className={contactLink}>
					<Icon name="mail" className="flex-none text-lake" />
					{emails.sales}
				</a>
				<span className="flex gap-3 py-2">
					<Icon name="map-pin" className="mt-0.5 flex-none text-lake" />
					<span>
						{address.street}
						<br />
						{address.postBox}
						<br />
						{address.city}, {address.country}
					</span>
				</span>
			</address>
		</div>
	);
}

const contactLink = "flex min-h-11 items-center gap-3 hover:text-ink hover:underline sm:min-h-9";
