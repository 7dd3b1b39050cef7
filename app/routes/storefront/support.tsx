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
		`Our team in Kenya answers emails and WhatsApp messages seven days a week, and the phone ${brand.phoneHoursInWords}.`,
	);

const features = [
	{
		icon: "life-buoy",
		title: "Moving from another host",
		text: "Ask before you buy and we'll tell you what moving your files, databases and mailboxes involves.",
	},
	{
		icon: "badge-check",
		title: "Reference numbers",
		text: "Every form you send gets a number. Give it when you call and we'll know what it's about.",
	},
	{
		icon: "activity",
		title: "Live status",
		text: "See whether everything is running before you call.",
		href: href("/status"),
	},
] as const;

const preparationTips = [
	"The domain name or invoice number it's about.",
	"What you did, what you expected and the exact message on the screen.",
	"The number on our error page. It shows us what happened.",
	"Never your password. We don't need it and will never ask for it.",
] as const;

export default function Support() {
	return (
		<FeaturePage
			title="People, in your time zone"
			lead={`A team in Kenya, seven days a week. Phone: ${brand.phoneHoursInWords}.`}
			picture={<Talk />}
			heading="How we help"
			features={features}
			action={{ href: href("/contact"), label: "Contact us" }}
			also={{ href: href("/status"), label: "System status" }}
			callToAction={{ title: "Ask us anything", lead: "Write or call. Our team in Kenya is happy to help." }}
		>
			<Section
				id="hours"
				title="When we answer"
				lead="Email and WhatsApp seven days a week, phone during office hours (East Africa Time)."
				beside
			>
				<Table caption="How and when to reach us">
					<thead>
						<tr>
							<th scope="col">How</th>
							<th scope="col">When, or what for</th>
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
