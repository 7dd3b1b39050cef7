/** The provider's details. To rebrand, change this file, the design tokens in app.css and the files in public/. */
export const brand = {
	name: "Kikoa",
	/** The text of the logo, without its dot. */
	wordmark: "kikoa",
	description: "Domains, hosting and email for East Africa. Prices in shillings, pay with M‑Pesa, people on the phone.",
	legalName: "Kikoa Limited",
	/** KRA PIN. Printed on every invoice. */
	taxPin: "P000000000A",
	phone: { display: "+254 700 000 000", href: "tel:+254700000000" },
	phoneHours: "Mon–Fri, 8am–6pm EAT",
	/** `phoneHours` for use in a sentence. */
	phoneHoursInWords: "Monday to Friday, 8am to 6pm",
	address: {
		street: "Kikoa House, Kimathi Street",
		postBox: "P.O. Box 00000 – 00100",
		city: "Nairobi",
		country: "Kenya",
		countryCode: "KE",
	},
	/** The nameservers of the DNS service that the setting `DNS` lists first. New domains use them. */
	nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"],
	/** The nameservers of each DNS service that is listed after the first. */
	otherNameservers: { cloudflare: ["ns3.kikoa.example", "ns4.kikoa.example"] },
	/** The mail server of hosting plans. */
	mailHost: "mail.kikoa.example",
	emails: {
		support: "support@kikoa.example",
		sales: "sales@kikoa.example",
		/** Payments that a person has to check. Not shown to customers. */
		billing: "billing@kikoa.example",
		/** Failed background work. Not shown to customers. */
		technical: "tech@kikoa.example",
	},
	/** For wa.me: digits only, with the country code. */
	chatNumber: "254700000000",
	chatGreeting: "Hi! I need assistance.",
} as const;
