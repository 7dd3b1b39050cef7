import { brand } from "~/brand";
import { Till } from "~/components/illustrations/till";
import { PageHero } from "~/components/layout/page-hero";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ButtonLink } from "~/components/ui/button";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { Heading } from "~/components/ui/heading";
import { CartNeedsScript } from "~/features/cart/components/cart-needs-script";
import { CartDrawer, HardwareShop } from "~/features/catalog/components/hardware-shop";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { hardware } from "~/features/catalog/hardware";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { moreServices } from "~/features/hosting/components/hosting-copy";
import { EnquirySection } from "~/features/support/components/enquiry-section";
import type { TopicOf } from "~/features/support/enquiry";
import type { Route } from "./+types/services";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"POS hardware, websites and SEO",
		"POS terminals, receipt printers and cash drawers with next-day delivery in Kenya, and websites, email and SEO made by people you can call.",
		productsJsonLd(hardware, addressOf(args)),
	);

const benefits = [
	{ icon: "truck", title: "Free next-day delivery", text: "Anywhere in Kenya, on the next working day." },
	{ icon: "badge-check", title: "2-year warranty", text: "On every device." },
	{ icon: "headset", title: "Support in Kenya", text: `Seven days a week; by phone ${brand.phoneHours}.` },
] as const;

const services = [
	{
		id: "website-development",
		title: "Website development",
		name: "website development",
		text: "Tell us what your business does; we design, write and build the site with you, and hand over everything: files, domain, passwords.",
	},
	{
		id: "seo-optimization",
		title: "SEO optimization",
		name: "SEO",
		text: "We look at what people search for, mend what keeps your pages from being found, and show you the numbers before and after.",
	},
	{
		id: "email",
		title: "Professional email",
		name: "email",
		text: "Mailboxes at your own domain, on phones and computers, with the records set that keep them out of spam folders.",
	},
] as const satisfies readonly { id: TopicOf<"quote">; title: string; name: string; text: string }[];

export default function Services() {
	return (
		<>
			<PageHero
				title="Tills, printers, drawers"
				lead="Point-of-sale hardware that works the day after you order it, from a team that also looks after your website and email."
				aside={<Till />}
			>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href="#pos-systems">See the hardware</ButtonLink>
					<ButtonLink href="#quote" variant="secondary">
						Request a Quote
					</ButtonLink>
				</div>
			</PageHero>
			<Section id="benefits" title="With every device" raised>
				<FeatureGrid items={benefits} />
			</Section>
			<Section id="pos-systems" title="POS systems">
				<CartNeedsScript />
				<HardwareShop />
			</Section>
			<Section id="services" title="Web services" raised>
				<div className="grid gap-10 md:grid-cols-3">
					{services.map(({ id, title, name, text }) => (
						<div key={id} id={id} className="grid content-start gap-3 border-t-2 border-ink pt-5">
							<Heading level={3}>{title}</Heading>
							<p className="text-muted">{text}</p>
							<a className="link" href={`/services?about=${id}#quote`}>
								Ask about {name}
							</a>
						</div>
					))}
				</div>
			</Section>
			<Section id="more" title="And the rest of your business online" beside>
				<FeatureGrid items={moreServices} columns={2} />
			</Section>
			<Testimonials about="hardware" />
			<EnquirySection
				kind="quote"
				title="Request a Quote"
				lead="A fitted-out shop, a website, mail for a whole team: say what you need."
			/>
			<CartDrawer />
		</>
	);
}
