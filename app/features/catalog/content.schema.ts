import { z } from "zod";
import { isVisible, notVisible } from "~/lib/fields.schema";
import type { Currency } from "~/lib/money";
import { publicPaths } from "~/public-pages";
import { announcementPlaces } from "./announcements";
import { type CatalogContent, completeContent } from "./content";
import { hardwareDrawings } from "./hardware-categories";
import type { Hardware } from "./product";
import { type TestimonialPage, testimonialPages } from "./testimonials";

/** Minor units: ten million shillings or dollars. A larger price is a typing mistake. */
const highest = 1_000_000_000;

const amount = (least: number) =>
	z
		.int("Enter an amount such as 1,750 or 12.99.")
		.min(least, least > 0 ? "Enter a price above zero." : "Enter zero or more.")
		.max(highest, "Enter at most 10,000,000.");

const moneyIn = <C extends Currency>(currency: C, least: number) =>
	z.object({ amount: amount(least), currency: z.literal(currency) });

/** At least one currency. The other is converted. */
const prices = z
	.object({ KES: moneyIn("KES", 1).optional(), USD: moneyIn("USD", 1).optional() })
	.refine(({ KES, USD }) => KES !== undefined || USD !== undefined, "Enter a price in shillings or dollars.");

const line = (most: number, missing: string) =>
	z
		.string({ error: missing })
		.min(1, missing)
		.max(most, `Use at most ${most} characters.`)
		.refine(isVisible, notVisible);

const retired = z.literal(true).optional();

const extensionPrices = { register: prices, renew: prices, transfer: prices, restore: prices.nullable() };

export const extensionSchema = z.object({
	tld: z
		.string()
		.max(63, "Use at most 63 characters.")
		.regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/, "Enter an extension such as co.ke."),
	...extensionPrices,
	maxYears: z.int("Enter a number of years.").min(1, "Enter 1 to 10 years.").max(10, "Enter 1 to 10 years.").optional(),
	retired,
});

export const otherExtensionsSchema = z.object(extensionPrices);

const described = {
	id: z.string().regex(/^[a-z][a-z\d-]{1,60}$/),
	name: line(60, "Enter a name."),
	description: line(200, "Enter a description."),
	prices: z.object({ monthly: prices.optional(), annual: prices.optional(), once: prices.optional() }),
	features: z.array(line(100, "Enter a feature.")).max(20, "Enter at most 20 features."),
	retired,
};

const count = z.int("Enter a whole number.").min(1, "Enter 1 or more.").max(100_000_000, "Enter at most 100,000,000.");
const limit = z.union([count, z.literal("Unlimited")], { error: "Enter a whole number or Unlimited." });

export const planSchema = z.object({
	...described,
	kind: z.literal("plan"),
	family: z.enum(["package", "shared", "vps", "reseller", "pricing", "portal"]),
	resources: z
		.object({
			diskGb: limit.optional(),
			diskKind: z.literal("NVMe").optional(),
			ramGb: count.optional(),
			vcpu: count.optional(),
			trafficTb: count.optional(),
			customerAccounts: count.optional(),
			fileLimit: count.optional(),
			websites: limit.optional(),
			emailAccounts: limit.optional(),
			mailboxes: count.optional(),
			mailboxGb: count.optional(),
			summary: z.string().max(300).optional(),
		})
		.optional(),
	highlight: line(30, "Enter a label.").optional(),
	annualHighlight: line(30, "Enter a label.").optional(),
	freeDomain: z.boolean().optional(),
	bestFor: line(80, "Enter who it is for.").optional(),
	excludesVat: z.boolean().optional(),
});

export const addonSchema = z.object({
	...described,
	kind: z.literal("addon"),
	belongsTo: z.array(z.enum(["domain", "plan"], "Choose what it is for.")).min(1, "Choose what it is for."),
	webOnly: z.boolean().optional(),
	outsideDomain: z.boolean().optional(),
});

export const hardwareSchema = z.object({
	...described,
	kind: z.literal("hardware"),
	category: z.enum(["incotex", "printers", "cash-drawers"], "Choose a category."),
	freeDelivery: z.boolean(),
	outOfStock: z.literal(true).optional(),
	rating: z.number("Enter a rating such as 4.5.").min(1, "Enter 1 to 5.").max(5, "Enter 1 to 5.").optional(),
	image: z.enum(Object.keys(hardwareDrawings) as Hardware["image"][], "Choose a drawing."),
});

export const testimonialSchema = z.object({
	id: z.string().min(1).max(60),
	name: line(60, "Enter a name."),
	business: line(80, "Enter a business.").optional(),
	quote: line(300, "Enter the quote."),
	rating: z.int("Choose 1 to 5.").min(1, "Choose 1 to 5.").max(5, "Choose 1 to 5."),
	about: z.enum(Object.keys(testimonialPages) as TestimonialPage[], "Choose a page."),
	position: z.int("Enter a whole number.").min(1, "Enter 1 to 999.").max(999, "Enter 1 to 999."),
	removed: z.literal(true).optional(),
});

export const announcementSchema = z
	.object({
		id: z.string().min(1).max(60),
		text: line(140, "Enter a text."),
		link: z.enum(publicPaths, "Choose a page.").optional(),
		linkText: line(40, "Enter what the link says.").optional(),
		place: z.enum(Object.keys(announcementPlaces) as (keyof typeof announcementPlaces)[], "Choose where it is shown."),
		from: z.int("Enter a day and a time.").optional(),
		until: z.int("Enter a day and a time."),
		removed: z.literal(true).optional(),
	})
	.refine(({ link, linkText }) => !link || linkText, { path: ["linkText"], error: "Enter what the link says." })
	.refine(({ link, linkText }) => link || !linkText, { path: ["link"], error: "Choose the page of the link." })
	.refine(({ from, until }) => from === undefined || from < until, {
		path: ["until"],
		error: "Choose a time after the start.",
	});

export const rulesSchema = z.object({
	taxBasisPoints: z.int("Enter a percentage such as 16.").min(0, "Enter 0 to 50.").max(5_000, "Enter 0 to 50."),
	shipping: z.object({ KES: moneyIn("KES", 0), USD: moneyIn("USD", 0) }),
	shillingsPerDollar: z
		.number("Enter a rate such as 130.")
		.min(1, "Enter 1 to 10,000.")
		.max(10_000, "Enter 1 to 10,000."),
});

const contentSchema = z.object({
	extensions: z.array(extensionSchema).min(1),
	otherExtensions: otherExtensionsSchema,
	plans: z.array(planSchema).min(1),
	addons: z.array(addonSchema),
	hardware: z.array(hardwareSchema),
	testimonials: z.array(testimonialSchema),
	announcements: z.array(announcementSchema),
	rules: rulesSchema,
});

/** Reads a stored version. @throws ZodError or SyntaxError if it is damaged */
export const readContent = (text: string): CatalogContent =>
	contentSchema.parse(completeContent(JSON.parse(text))) as CatalogContent;
