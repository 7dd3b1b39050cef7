import type { EntryKind } from "./draft";

export const kindNames: Readonly<Record<EntryKind, string>> = {
	extension: "Domain extensions",
	plan: "Plans",
	addon: "Add-ons",
	hardware: "Hardware",
	rules: "Tax and delivery",
	testimonial: "Testimonials",
	announcement: "Announcements",
};
