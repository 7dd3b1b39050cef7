import { href } from "react-router";
import { brand } from "~/brand";
import { Till } from "~/components/illustrations/till";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { deliversFree, lowestPrice, plansOf, soldHardware } from "~/features/catalog/catalog";
import { CartDrawer, HardwareShop } from "~/features/catalog/components/hardware-shop";
import { MoreServices } from "~/features/catalog/components/more-services";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { EnquirySection } from "~/features/support/components/enquiry-section";
import type { TopicOf } from "~/features/support/enquiry";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/services";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"POS hardware, websites and SEO",
		"POS terminals, receipt printers and cash drawers with next-day delivery in Kenya, and websites, email and SEO from a team you can call.",
		productsJsonLd(soldHardware(), addressOf(args)),
	);

/** Monthly plans with mailboxes only. */
const emailPlans = () => plansOf("portal").filter(({ resources }) => resources?.mailboxes);

const benefits = () =>
	[
		{
			icon: "truck",
			...(deliversFree()
				? { title: "Free next-day delivery", text: "In Kenya, at no charge." }
				: { title: "Next-day delivery", text: "In Kenya. The cart shows what it costs." }),
		},
		{ icon: "badge-check", title: "2-year warranty", text: "On every device." },
		{ icon: "headset", title: "Support in Kenya", text: `Seven days a week. Phone: ${brand.phoneHours}.` },
	] as const;

const services = () =>
	[
		{
			id: "website-development",
			title: "Website development",
			text: "Tell us what your business does and what the site should do for it.",
			action: "Ask about a website",
		},
		{
			id: "seo-optimization",
			title: "SEO optimization",
			text: "Tell us your website and the words people should find it by.",
			action: "Ask about SEO",
		},
		{
			id: "email",
			title: "Professional email",
			text: `${emailPlans()[0]?.resources?.mailboxes} mailboxes at your own domain for ${formatMoney(lowestPrice(emailPlans(), "monthly"))} a month. Need more? Ask us.`,
			action: "Ask about email",
		},
	] as const satisfies readonly { id: TopicOf<"quote">; title: string; text: string; action: string }[];

export default function Services() {
	return (
		<>
			<ShelfHead
				id="pos-systems"
				title="Tills, printers, drawers"
				listTitle="The devices"
				lead={
					<>
						Point-of-sale hardware from the team behind your website and email.{" "}
						<a href="#quote" className="link">
							Request a Quote
						</a>
					</>
				}
			>
				<HardwareShop />
			</ShelfHead>
			<Section id="benefits" title="With every device" raised picture={<Till />}>
				<FeatureGrid items={benefits()} stacked />
			</Section>
			<Section id="services" title="Web services">
				<div className="swipe-row grid gap-x-6 md:grid-cols-3 md:gap-x-10">
					{services().map(({ id, title, text, action }) => (
						<div
							key={id}
							id={id}
							className="grid snap-start grid-rows-[auto_1fr_auto] gap-2 border-t-2 border-ink pt-4"
						>
							<Heading level={3}>{title}</Heading>
							<p className="text-muted">{text}</p>
							<a
								className="link inline-flex min-h-11 items-center font-semibold"
								href={`${href("/services")}?about=${id}#quote`}
							>
								{action}
							</a>
						</div>
					))}
				</div>
			</Section>
			<Section
				id="more"
				title="More for your business online"
				lead="No list price? Tell us what you need and we'll send you a quote."
				raised
				beside
			>
				<MoreServices />
			</Section>
			<Testimonials about="hardware" raised={false} />
			<EnquirySection
				kind="quote"
				title="Request a Quote"
				lead="Equipment for a shop, a website, or email for a team."
			/>
			<CartDrawer />
		</>
	);
}
