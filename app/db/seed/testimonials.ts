import type { Quote } from "~/features/catalog/testimonials";

/** Sample quotes, not from real customers. Only test shops show them. */
export const sampleTestimonials: readonly Quote[] = [
	{
		about: "hosting",
		rating: 5,
		name: "Shop owner",
		business: "Kisumu",
		quote: "The site was up the same morning, and the receipt was in my phone before that.",
	},
	{
		about: "hosting",
		rating: 5,
		name: "School bursar",
		business: "Nakuru",
		quote: "I called, a person answered, and the email accounts worked by lunch.",
	},
	{
		about: "hosting",
		rating: 4,
		name: "Freelance developer",
		business: "Nairobi",
		quote: "Prices in shillings, renewal price on the same line. No surprises in year two.",
	},
	{
		about: "vps",
		rating: 5,
		name: "Developer",
		business: "Kampala",
		quote: "Root access on day one, and someone to call when the disk filled up.",
	},
	{
		about: "vps",
		rating: 5,
		name: "Logistics company",
		business: "Mombasa",
		quote: "We moved our tracking server over a weekend and no one noticed.",
	},
	{ about: "vps", rating: 4, name: "Agency", business: "Kigali", quote: "Upgrading took a form and a few minutes." },
	{
		about: "reseller",
		rating: 5,
		name: "Web designer",
		business: "Eldoret",
		quote: "My customers see my name on everything. Billing them is half my income now.",
	},
	{
		about: "reseller",
		rating: 5,
		name: "Agency",
		business: "Nairobi",
		quote: "Twenty-five small sites pay for the plan many times over.",
	},
	{
		about: "reseller",
		rating: 4,
		name: "Student",
		business: "Thika",
		quote: "Started with one plan and three cousins.",
	},
	{
		about: "hardware",
		rating: 5,
		name: "Supermarket",
		business: "Machakos",
		quote: "Ordered on Monday, printing receipts on Tuesday.",
	},
	{
		about: "hardware",
		rating: 5,
		name: "Restaurant",
		business: "Naivasha",
		quote: "The kitchen printer has not missed an order yet.",
	},
	{
		about: "hardware",
		rating: 4,
		name: "Chemist",
		business: "Kitale",
		quote: "They set the drawer up with me over the phone.",
	},
];
