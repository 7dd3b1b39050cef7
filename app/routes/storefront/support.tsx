import { href } from "react-router";
import { brand } from "~/brand";
import { Talk } from "~/components/illustrations/talk";
import { contactChannels } from "~/components/layout/contact-channels";
import { FeaturePage } from "~/components/layout/feature-page";
import { pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { Table } from "~/components/ui/table";

export const handle = { hydrate: false };

export const meta = () =>
	pageMeta(
		"Hosting support from Kenya",
		`A team in Kenya answers seven days a week, by email and WhatsApp; on the phone from ${brand.phoneHoursInWords}.`,
	);

const features = [
	{
		icon: "life-buoy",
		title: "Moving from elsewhere",
		text: "Files, databases and mailboxes at another host: ask before you buy, and we say what the move takes.",
	},
	{
		icon: "badge-check",
		title: "With a number",
		text: "What you send by a form here gets one. Say it when you call, and we know what it is about.",
	},
	{
		icon: "activity",
		title: "Status, live",
		text: "See what answers and what does not, before you call.",
		href: href("/status"),
	},
] as const;

const preparationTips = [
	"The domain name, or the number of the invoice, that it is about.",
	"What you did, what you expected, and the exact words on the screen.",
	"The number that our error page shows: it leads us straight to what happened.",
	"Never your password. We do not need it, and nobody of ours asks for it.",
] as const;

export default function Support() {
	return (
		<FeaturePage
			title="People, in your time zone"
			lead={`A team in Kenya, seven days a week; on the phone from ${brand.phoneHoursInWords}.`}
			picture={<Talk />}
			heading="How we help"
			features={features}
			action={{ href: href("/contact"), label: "Contact us" }}
			also={{ href: href("/status"), label: "System status" }}
			callToAction={{ title: "Ask away", lead: "Write or call: a team in Kenya answers." }}
		>
			<Section
				id="hours"
				title="When we answer"
				lead="Email and WhatsApp seven days a week; the phone in office hours, East Africa Time."
				beside
			>
				<Table caption="How and when to reach us">
					<thead>
						<tr>
							<th scope="col">How</th>
							<th scope="col">When, or for what</th>
							<th scope="col">Where</th>
						</tr>
					</thead>
					<tbody>
						{contactChannels.map(({ title, note, link, linkText }) => (
							<tr key={title}>
								<th scope="row">{title}</th>
								<td className="text-muted">{note}</td>
								<td>
									<a className="link" {...link}>
										{linkText}
									</a>
								</td>
							</tr>
						))}
					</tbody>
				</Table>
			</Section>
			<Section id="prepare" title="What helps us help you" raised beside>
				<ul className="dots max-w-measure text-lg">
					{preparationTips.map((line) => (
						<li key={line}>{line}</li>
					))}
				</ul>
			</Section>
		</FeaturePage>
	);
}
