export const entryKinds = ["extension", "plan", "addon", "hardware", "rules", "testimonial", "announcement"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const kindNames: Readonly<Record<EntryKind, string>> = {
	extension: "Domain extensions",
	plan: "Plans",
	addon: "Add-ons",
	hardware: "Hardware",
	rules: "Tax and delivery",
	testimonial: "Testimonials",
	announcement: "Announcements",
};
