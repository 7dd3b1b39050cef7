import { sampleTestimonials } from "~/db/seed/testimonials";
import type { PagePath } from "~/lib/page-path";
import { currentCatalog } from "./current";

/** The pages that a testimonial can be on. */
export const testimonialPages = {
	hosting: { name: "Hosting and web hosting", path: "/hosting" },
	vps: { name: "VPS", path: "/hosting/vps" },
	reseller: { name: "Reseller hosting", path: "/hosting/reseller" },
	hardware: { name: "Services", path: "/services" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly path: PagePath }>>;

export type TestimonialPage = keyof typeof testimonialPages;

/** What a page shows of a testimonial. */
export interface Quote {
	readonly quote: string;
	/** A person or a role. */
	readonly name: string;
	/** The business or the place. */
	readonly business?: string;
	/** Out of five. */
	readonly rating: number;
	readonly about: TestimonialPage;
}

/** The quote of a real customer, published with their consent. */
export interface Testimonial extends Quote {
	readonly id: string;
	/** Pages show lower numbers first. */
	readonly position: number;
	/** Not on the pages any more. Only a draft has it, because a publish leaves the testimonial out. */
	readonly removed?: true;
}

/** The most that one page shows, so that it stays small. */
export const mostOnPage = 6;

/**
 * What staff published, by position.
 * @param testShop whether payments are a sandbox. Only then there are samples, until something is published.
 */
export function testimonialsAbout(about: TestimonialPage, testShop: boolean): readonly Quote[] {
	const { testimonials } = currentCatalog();
	const shown: readonly (Quote & { readonly removed?: true })[] =
		testShop && testimonials.length === 0
			? sampleTestimonials
			: [...testimonials].sort((a, b) => a.position - b.position);
	return shown.filter((one) => one.about === about && !one.removed);
}
