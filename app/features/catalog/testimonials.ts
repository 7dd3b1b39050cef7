import { sampleTestimonials } from "~/db/seed/testimonials";

export interface Testimonial {
	readonly quote: string;
	/** A name or a role, and a place. */
	readonly author: string;
	/** Out of five. */
	readonly rating: 1 | 2 | 3 | 4 | 5;
	readonly about: "hosting" | "vps" | "reseller" | "hardware";
}

/** Quotes of real customers, with their authors' consent. A release publishes them, because the pages are built with it. */
const publishedTestimonials: readonly Testimonial[] = [];

/** @param testShop whether payments are a sandbox. Only then the samples are shown. */
export const testimonialsAbout = (about: Testimonial["about"], testShop: boolean): readonly Testimonial[] =>
	(testShop ? sampleTestimonials : publishedTestimonials).filter((testimonial) => testimonial.about === about);
