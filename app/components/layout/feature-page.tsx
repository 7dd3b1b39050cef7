import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button";
import { type Feature, FeatureGrid } from "../ui/feature-grid";
import { CallToAction } from "./call-to-action";
import { PageHero } from "./page-hero";
import { Section } from "./section";

interface Action {
	readonly href: string;
	readonly label: string;
}

interface FeaturePageProps {
	title: string;
	lead: string;
	picture: ReactNode;
	features: readonly Feature[];
	/** The title of the feature list. */
	heading: string;
	/** The main action. */
	action: Action;
	/** The second action. */
	also: Action;
	callToAction: { readonly title: string; readonly lead: string };
	children?: ReactNode;
}

/** Layout of the security, scaling, developer and support pages. */
export function FeaturePage({
	title,
	lead,
	picture,
	heading,
	features,
	action,
	also,
	callToAction,
	children,
}: FeaturePageProps) {
	return (
		<>
			<PageHero title={title} lead={lead} aside={picture}>
				<div className="flex flex-wrap gap-3">
					<ButtonLink href={action.href}>{action.label}</ButtonLink>
					<ButtonLink href={also.href} variant="secondary">
						{also.label}
					</ButtonLink>
				</div>
			</PageHero>
			<Section id="features" title={heading} raised>
				<FeatureGrid items={features} />
			</Section>
			{children}
			<CallToAction {...callToAction}>
				<ButtonLink href={action.href} variant="onBand">
					{action.label}
				</ButtonLink>
				<ButtonLink href={also.href} variant="onBandQuiet">
					{also.label}
				</ButtonLink>
			</CallToAction>
		</>
	);
}
