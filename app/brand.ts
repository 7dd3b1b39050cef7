/** Who we are: the one file (with the tokens in app.css and public/) that changes when another provider takes over the shop. */
export const brand = {
	name: "Kikoa",
	/** The word of the mark; the dot after it is drawn. */
	wordmark: "kikoa",
	description: "Domains, hosting and email for East Africa. Prices in shillings, pay with M‑Pesa, people on the phone.",
	legalName: "Kikoa Limited",
	/** KRA PIN, on every invoice. */
	taxPin: "P000000000A",
	phone: { display: "+254 700 000 000", href: "tel:+254700000000" },
	phoneHours: "Mon–Fri, 8am–6pm EAT",
	/** The same, within a sentence. */
	phoneHoursInWords: "Monday to Friday, 8am to 6pm",
	address: {
		street: "Kikoa House, Kimathi Street",
		postBox: "P.O. Box 00000 – 00100",
		city: "Nairobi",
		country: "Kenya",
		countryCode: "KE",
	},
	/** Of our DNS: where a new name points until its owner says otherwise. */
	nameservers: ["ns1.kikoa.example", "ns2.kikoa.example"],
	/** Takes the mail of hosting plans. */
	mailHost: "mail.kikoa.example",
	emails: {
		support: "support@kikoa.example",
		sales: "sales@kikoa.example",
		/** Payments that a person has to check. Not shown to customers. */
		billing: "billing@kikoa.example",
		/** Failed background work. Not shown to customers. */
		technical: "tech@kikoa.example",
	},
	/** Digits only, with the country code, as wa.me wants it. */
	chatNumber: "254700000000",
	chatGreeting: "Hi! I need assistance.",
} as const;
