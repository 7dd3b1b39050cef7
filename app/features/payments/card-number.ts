/** The sandbox's test cards. Any other valid number is approved. */
export const testCards = {
	approved: "4242 4242 4242 4242",
	declined: "4000 0000 0000 0002",
	/** Approved when typed. Once saved, each charge needs confirmation at the bank. */
	confirmationRequired: "4000 0027 6000 3184",
	/** Approved when typed. Once saved, each charge is declined. */
	declinedWhenSaved: "4000 0000 0000 0341",
} as const;

const digitsOf = (text: string): string => text.replace(/[\s-]/g, "");
const isTestCard = (text: string, card: keyof typeof testCards) => digitsOf(text) === digitsOf(testCards[card]);

/** Checks the length (13 to 19 digits) and the Luhn check digit. */
export function isCardNumber(text: string): boolean {
	const digits = digitsOf(text);
	if (!/^\d{13,19}$/.test(digits)) return false;
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

export const isDeclinedCard = (text: string): boolean => isTestCard(text, "declined");

/** The parts of a card number that are stored. */
export function readCardNumber(text: string) {
	const digits = digitsOf(text);
	return { brand: brandOf(digits), last4: digits.slice(-4), bank: bankOf(text) } as const;
}

/** The brand by the first digits (ISO/IEC 7812). */
function brandOf(digits: string): string {
	if (digits.startsWith("4")) return "Visa";
	if (/^(5[1-5]|2[2-7])/.test(digits)) return "Mastercard";
	if (/^3[47]/.test(digits)) return "American Express";
	return "Card";
}

function bankOf(text: string) {
	if (isTestCard(text, "confirmationRequired")) return "asks";
	return isTestCard(text, "declinedWhenSaved") ? "declines" : "approves";
}
