import type { Testimonial } from "~/features/catalog/testimonials";

/** Sample quotes, not from real customers. Only test shops show them. */
export const sampleTestimonials: readonly Testimonial[] = [
	{
		about: "hosting",
		rating: 5,
		author: "Shop owner, Kisumu",
		quote: "The site was up the same morning, and the receipt was in my phone before that.",
	},
	{
		about: "hosting",
		rating: 5,
		author: "School bursar, Nakuru",
		quote: "I called, a person answered, and the email accounts worked by lunch.",
	},
	{
		about: "hosting",
		rating: 4,
		author: "Freelance developer, Nairobi",
		quote: "Prices in shillings, renewal price on the same line. No surprises in year two.",
	},
	{
		about: "vps",
		rating: 5,
		author: "Developer, Kampala",
		quote: "Root access on day one, and someone to call when the disk filled up.",
	},
	{
		about: "vps",
		rating: 5,
		author: "Logistics company, Mombasa",
		quote: "We moved our tracking server over a weekend and no one noticed.",
	},
	{ about: "vps", rating: 4, author: "Agency, Kigali", quote: "Upgrading took a form and a few minutes." },
	{
		about: "reseller",
		rating: 5,
		author: "Web designer, Eldoret",
		quote: "My customers see my name on everything. Billing them is half my income now.",
	},
	{
		about: "reseller",
		rating: 5,
		author: "Agency, Nairobi",
		quote: "Twenty-five small sites pay for the plan many times over.",
	},
	{ about: "reseller", rating: 4, author: "Student, Thika", quote: "Started with one plan and three cousins." },
	{
		about: "hardware",
		rating: 5,
		author: "Supermarket, Machakos",
		quote: "Ordered on Monday, printing receipts on Tuesday.",
	},
	{
		about: "hardware",
		rating: 5,
		author: "Restaurant, Naivasha",
		quote: "The kitchen printer has not missed an order yet.",
	},
	{ about: "hardware", rating: 4, author: "Chemist, Kitale", quote: "They set the drawer up with me over the phone." },
];
