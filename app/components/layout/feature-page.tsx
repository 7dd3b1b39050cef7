import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button";
import { type Feature, FeatureGrid } from "../ui/feature-grid";
import { PageHero } from "./page-hero";
import { Section } from "./section";

interface FeaturePageProps {
	title: string;
	lead: string;
	features: readonly Feature[];
	/** The way on. */
	action: { href: string; label: string };
	children?: ReactNode;
}

/** What we do about one thing: security, scaling, developers, support. */
export function FeaturePage({ title, lead, features, action, children }: FeaturePageProps) {
	return (
		<>
			<PageHero title={title} lead={lead}>
				<ButtonLink href={action.href} className="justify-self-start">
					{action.label}
				</ButtonLink>
			</PageHero>
			<Section id="features" title="What that means" raised>
				<FeatureGrid items={features} />
			</Section>
			{children}
		</>
	);
}
