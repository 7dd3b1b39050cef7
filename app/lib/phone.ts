/** Countries whose numbers we understand without their country code, by the name that a form shows. */
const numbering = [
	// National numbers without the trunk 0; fixed lines included, since a business may have nothing else.
	{ country: "Kenya", code: "254", national: /^(?:[17]\d{8}|[2-6]\d{6,8})$/ },
	{ country: "Uganda", code: "256", national: /^[2-47]\d{8}$/ },
	{ country: "Tanzania", code: "255", national: /^[267]\d{8}$/ },
	{ country: "Rwanda", code: "250", national: /^[27]\d{8}$/ },
	{ country: "Nigeria", code: "234", national: /^(?:[789]\d{9}|[1-9]\d{6,7})$/ },
	{ country: "South Africa", code: "27", national: /^[1-8]\d{8}$/ },
] as const;

/**
 * A phone number as people write it, in E.164: `0712 345 678` in Kenya is `+254712345678`. A number that starts with
 * `+` or `00` says its own country. Null when it can't be a phone number.
 * @param country its English name; Kenya when it is none of ours
 */
export function toE164(input: string, country: string): string | null {
	const compact = input
		.normalize("NFKC")
		.trim()
		.replace(/[\s().‐–-]/g, "");
	if (!/^\+?\d{6,16}$/.test(compact)) return null;
	const international = compact.startsWith("+") ? compact.slice(1) : compact.startsWith("00") ? compact.slice(2) : null;
	if (international !== null) return fromInternational(international);

	const home = numbering.find((plan) => plan.country === country) ?? numbering[0];
	const national = compact.replace(/^0/, "");
	if (home.national.test(national)) return `+${home.code}${national}`;
	// People leave out the plus: 254712345678.
	return compact.startsWith(home.code) ? fromInternational(compact) : null;
}

/** An M-Pesa wallet: a Kenyan mobile number. */
export const isKenyanMobile = (e164: string): boolean => /^\+254[17]\d{8}$/.test(e164);

function fromInternational(digits: string): string | null {
	const plan = numbering.find(({ code }) => digits.startsWith(code));
	// E.164 allows 15 digits, country code included; the countries we don't know get only that check.
	if (!plan) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
	const national = digits.slice(plan.code.length).replace(/^0/, "");
	return plan.national.test(national) ? `+${plan.code}${national}` : null;
}
