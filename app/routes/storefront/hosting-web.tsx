import { BodaBox } from "~/components/illustrations/boda-box";
import { addressOf, pageMeta } from "~/components/layout/page-meta";
import { Section } from "~/components/layout/section";
import { ShelfHead } from "~/components/layout/shelf-head";
import { chatLink } from "~/components/layout/site-nav";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Faq, faqJsonLd } from "~/components/ui/faq";
import { FeatureGrid } from "~/components/ui/feature-grid";
import { lowestPrice, plansOf } from "~/features/catalog/catalog";
import { PlanGrid } from "~/features/catalog/components/plan-card";
import { Testimonials } from "~/features/catalog/components/testimonial-list";
import { productsJsonLd } from "~/features/catalog/json-ld";
import { controlPanel, panelFaq, sharedFaq } from "~/features/hosting/components/hosting-copy";
import { formatMoney } from "~/lib/money";
import type { Route } from "./+types/hosting-web";

export const handle = { hydrate: false };

export const meta = (args: Route.MetaArgs) =>
	pageMeta(
		"Web hosting with email and SSL",
		`Shared hosting from ${formatMoney(lowestPrice(plansOf("shared"), "monthly"))} a month with SSL, email and a control panel. Free first-year domain with annual Business and Professional plans.`,
		productsJsonLd(plansOf("shared"), addressOf(args)),
		faqJsonLd([...sharedFaq, ...panelFaq()]),
	);

export default function WebHosting() {
	return (
		<>
			<ShelfHead
				id="plans"
				title="Web hosting for the shop next door"
				listTitle="The plans"
				lead="Website, email and SSL in one plan, ready within minutes of payment."
			>
				<PlanGrid plans={plansOf("shared")} group="shared-plans" shown={4} />
				<Alert tone="success" title="30-day money-back guarantee">
					<p>If it's not for you, write to us within 30 days and we'll refund what you paid for the plan.</p>
				</Alert>
			</ShelfHead>

			<Section
				id="control-panel"
				title="An easy control panel"
				lead="Open it with one click from your portal, on a computer or a phone."
				raised
				picture={<BodaBox />}
			>
				<FeatureGrid items={controlPanel} stacked />
				<Start />
			</Section>

			<Section id="questions" title="Before you buy">
				<Faq items={sharedFaq} open />
			</Section>

			<Testimonials about="hosting" />

			<Section id="more-questions" title="After you buy" beside>
				<Faq items={panelFaq()} />
				<Start />
			</Section>
		</>
	);
}

const Start = () => (
	<div className="flex flex-wrap gap-3">
		<ButtonLink href="#plans">Get Started Now</ButtonLink>
		<ButtonLink {...chatLink} variant="secondary">
			Chat with an Expert
		</ButtonLink>
	</div>
);
