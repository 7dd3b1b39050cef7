import { brand } from "~/brand";

/**
 * The provider and its site as structured data for search engines (schema.org Organization and WebSite).
 * @param address the URL of the home page
 */
export const organization = (address: string) => ({
	"@context": "https://schema.org",
	"@graph": [
		{
			"@type": "Organization",
			"@id": `${address}#organization`,
			name: brand.name,
			legalName: brand.legalName,
			description: brand.description,
			url: address,
			logo: new URL("/icon-512.png", address).href,
			address: {
				"@type": "PostalAddress",
				streetAddress: brand.address.street,
				addressLocality: brand.address.city,
				addressCountry: brand.address.countryCode,
			},
			contactPoint: [
				contactPoint("customer support", brand.emails.support, ["KE", "UG", "TZ", "NG", "ZA"]),
				contactPoint("sales", brand.emails.sales),
			],
		},
		{
			"@type": "WebSite",
			"@id": `${address}#website`,
			name: brand.name,
			url: address,
			inLanguage: "en-KE",
			publisher: { "@id": `${address}#organization` },
		},
	],
});

const contactPoint = (contactType: string, email: string, areaServed?: readonly string[]) => ({
	"@type": "ContactPoint",
	contactType,
	telephone: brand.phone.display,
	email,
	...(areaServed && { areaServed }),
});
