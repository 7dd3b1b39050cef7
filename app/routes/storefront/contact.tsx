import { brand } from "~/brand";
import { PageHero } from "~/components/layout/page-hero";
import { pageMeta } from "~/components/layout/page-meta";
import { chatHref } from "~/components/layout/site-nav";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta("Contact", `Call ${brand.phone.display}, write to us or visit us in ${brand.address.city}.`);

interface Way {
	readonly icon: IconName;
	readonly title: string;
	readonly href: string;
	readonly shown: string;
	readonly note: string;
}

const ways: readonly Way[] = [
	{ icon: "phone", title: "Phone", href: brand.phone.href, shown: brand.phone.display, note: brand.phoneHours },
	{ icon: "message-circle", title: "WhatsApp", href: chatHref, shown: "Start a chat", note: "Seven days a week" },
	{
		icon: "life-buoy",
		title: "Support",
		href: `mailto:${brand.emails.support}`,
		shown: brand.emails.support,
		note: "Something does not work",
	},
	{
		icon: "tag",
		title: "Sales",
		href: `mailto:${brand.emails.sales}`,
		shown: brand.emails.sales,
		note: "Quotes, custom plans, hardware",
	},
];

export default function Contact() {
	const { street, postBox, city, country } = brand.address;
	return (
		<>
			<PageHero
				title="Talk to a person"
				lead={`We answer the phone ${brand.phoneHours}, and messages seven days a week.`}
			/>
			<div className="page-column grid gap-4 pb-16 sm:grid-cols-2">
				{ways.map(({ icon, title, href, shown, note }) => (
					<Card key={title} className="grid content-start gap-2">
						<Icon name={icon} size={24} className="text-lake" />
						<Heading level={2} size="sm">
							{title}
						</Heading>
						<a className="link inline-flex min-h-11 items-center font-semibold" href={href}>
							{shown}
						</a>
						<p className="text-muted">{note}</p>
					</Card>
				))}
				<Card as="section" className="grid content-start gap-2 sm:col-span-2">
					<Icon name="map-pin" size={24} className="text-lake" />
					<Heading level={2} size="sm">
						Our office
					</Heading>
					<address className="not-italic">
						{brand.legalName}
						<br />
						{street}
						<br />
						{postBox}, {city}
						<br />
						{country}
					</address>
				</Card>
			</div>
		</>
	);
}
