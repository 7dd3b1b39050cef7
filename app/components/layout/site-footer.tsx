import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { brand } from "~/brand";
import type { PaymentMethod } from "~/features/payments/payment-method";
import { Icon } from "../ui/icon";
import { KikoiBand } from "../ui/kikoi";
import { PaymentMarks } from "./payment-marks";
import { companyLinks, type NavLink, serviceLinks } from "./site-nav";
import { Wordmark } from "./wordmark";

const groups: readonly { title: string; content: ReactNode }[] = [
	{ title: "Services", content: <LinkList links={serviceLinks} /> },
	{ title: "Company", content: <LinkList links={companyLinks} /> },
	{ title: "Talk to us", content: <Contact /> },
];

export function SiteFooter() {
	const root = useRouteLoaderData<{ paymentMethods: readonly PaymentMethod[] }>("root");
	return (
		<footer className="border-t border-line bg-surface print:hidden">
			<div className="page-column md:hidden">
				{groups.map(({ title, content }) => (
					<details key={title} name="footer" className="group border-b border-line">
						<summary className="flex min-h-12 items-center justify-between font-semibold">
							{title}
							<Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
						</summary>
						<div className="pb-3">{content}</div>
					</details>
				))}
			</div>
			<div className="page-column hidden gap-x-4 gap-y-10 py-12 md:grid md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1.4fr]">
				<div className="grid content-start gap-3 md:max-lg:col-span-full">
					<Wordmark className="text-2xl" />
					<p className="text-muted md:max-lg:max-w-measure lg:max-w-xs">{brand.description}</p>
				</div>
				{groups.map(({ title, content }) => (
					<div key={title}>
						<h2 className="pb-2 text-base tracking-normal">{title}</h2>
						{content}
					</div>
				))}
			</div>
			<div className="page-column">
				<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 md:border-t md:border-line md:py-6">
					<PaymentMarks methods={root?.paymentMethods ?? []} />
					<p className="text-sm text-muted">
						© {brand.legalName}, {brand.address.city}
					</p>
				</div>
			</div>
			<KikoiBand />
		</footer>
	);
}

function LinkList({ links }: { links: readonly NavLink[] }) {
	return (
		<ul className="grid grid-cols-2 gap-x-4 md:grid-cols-1">
			{links.map(({ label, href }) => (
				<li key={href}>
					<a
						href={href}
						className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline md:min-h-9"
					>
						{label}
					</a>
				</li>
			))}
		</ul>
	);
}

function Contact() {
	const { address, emails, phone } = brand;
	return (
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
	);
}

const contactLink = "flex min-h-11 items-center gap-3 hover:text-ink hover:underline md:min-h-9";
