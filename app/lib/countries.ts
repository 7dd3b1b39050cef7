/** The countries in our forms, in the order shown, with their ISO 3166-1 codes. */
export const countryCodes = {
	Kenya: "KE",
	Uganda: "UG",
	Tanzania: "TZ",
	Rwanda: "RW",
	Burundi: "BI",
	Ethiopia: "ET",
	Somalia: "SO",
	"South Sudan": "SS",
	"DR Congo": "CD",
	Nigeria: "NG",
	"South Africa": "ZA",
	Ghana: "GH",
	"United States": "US",
	Canada: "CA",
	"United Kingdom": "GB",
	Australia: "AU",
	Germany: "DE",
	France: "FR",
	India: "IN",
	"United Arab Emirates": "AE",
} as const;

export type Country = keyof typeof countryCodes;

export const countries = Object.keys(countryCodes) as readonly Country[];

export const isCountry = (name: unknown): name is Country => (countries as readonly unknown[]).includes(name);
