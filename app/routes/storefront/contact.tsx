import type { ReactNode } from "react";
import { brand } from "~/brand";
import { EastAfricaMap } from "~/components/illustrations/east-africa-map";
import { type ContactChannel, contactChannels } from "~/components/layout/contact-channels";
import { pageMeta } from "~/components/layout/page-meta";
import { ToolHead } from "~/components/layout/tool-head";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import { TitledCard } from "~/components/ui/titled-card";
import { EnquiryForm } from "~/features/support/components/enquiry-form";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Contact us by phone, email or chat",
		`Call ${brand.phone.display} from ${brand.phoneHoursInWords}, write to us on any day, or visit us in ${brand.address.city}, ${brand.address.country}.`,
	);

export default function Contact() {
	const { street, postBox, city, country } = brand.address;
	return (
		<>
			<ToolHead
				title="Talk to a person"
				lead={`We answer the phone ${brand.phoneHours}, and messages seven days a week.`}
			/>
			<div className="page-column grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
				<TitledCard title="Write to us" size="md" chosen id="write">
					<EnquiryForm kind="contact" />
				</TitledCard>
				<ul className="divide-y divide-line rounded-card border border-line bg-surface">
					{contactChannels.map(({ icon, title, note, ...channel }) => (
						<ChannelItem key={title} icon={icon} title={title} note={note}>
							<a className="link-alone wrap-anywhere font-semibold" {...channel.link}>
								{channel.linkText}
							</a>
						</ChannelItem>
					))}
					<ChannelItem icon="map-pin" title="Our office">
						<address className="pt-1.5 not-italic">
							{brand.legalName}
							<br />
							{street}
							<br />
							{postBox}
							<br />
							{city}, {country}
						</address>
					</ChannelItem>
				</ul>
				<EastAfricaMap className="mx-auto w-full max-w-80 lg:col-start-2" />
			</div>
		</>
	);
}

function ChannelItem({
	icon,
	title,
	note,
	children,
}: Pick<ContactChannel, "icon" | "title"> & { note?: string; children: ReactNode }) {
	return (
		<li className="flex items-start gap-4 p-5">
			<Icon name={icon} size={24} className="mt-0.5 flex-none text-lake" />
			<div className="min-w-0">
				<Heading level={2} size="xs">
					{title}
				</Heading>
				{children}
				{note && <p className="text-sm text-muted">{note}</p>}
			</div>
		</li>
	);
}
