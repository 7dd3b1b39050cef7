import { brand } from "~/brand";

/** The provider as search engines read it (schema.org Organization). */
export const organization = {
	"@context": "https://schema.org",
	"@type": "Organization",
	name: brand.name,
	legalName: brand.legalName,
	description: brand.description,
	address: {
		"@type": "PostalAddress",
		streetAddress: brand.address.street,
		addressLocality: brand.address.city,
		addressCountry: brand.address.countryCode,
	},
	contactPoint: [
		{
			"@type": "ContactPoint",
			contactType: "customer support",
			telephone: brand.phone.display,
			email: brand.emails.support,
			areaServed: ["KE", "UG", "TZ", "NG", "ZA"],
		},
		{ "@type": "ContactPoint", contactType: "sales", telephone: brand.phone.display, email: brand.emails.sales },
	],
};
