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

/** What phone numbers of these countries start with abroad. */
export const dialCodes: Readonly<Record<Country, string>> = {
	Kenya: "+254",
	Uganda: "+256",
	Tanzania: "+255",
	Rwanda: "+250",
	Burundi: "+257",
	Ethiopia: "+251",
	Somalia: "+252",
	"South Sudan": "+211",
	"DR Congo": "+243",
	Nigeria: "+234",
	"South Africa": "+27",
	Ghana: "+233",
	"United States": "+1",
	Canada: "+1",
	"United Kingdom": "+44",
	Australia: "+61",
	Germany: "+49",
	France: "+33",
	India: "+91",
	"United Arab Emirates": "+971",
};

export const countries = Object.keys(countryCodes) as readonly Country[];

export const isCountry = (name: unknown): name is Country => (countries as readonly unknown[]).includes(name);
