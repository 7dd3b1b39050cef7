/** The sandbox's cards: each plays another bank. Any other number is a card that pays. */
export const testCards = {
	approved: "4242 4242 4242 4242",
	declined: "4000 0000 0000 0002",
	/** Pays when it is typed; once kept, its bank wants each charge confirmed. */
	confirmationRequired: "4000 0027 6000 3184",
	/** Pays when it is typed; once kept, its bank refuses. */
	declinedWhenSaved: "4000 0000 0000 0341",
} as const;

const digitsOf = (text: string): string => text.replace(/[\s-]/g, "");
const isTestCard = (text: string, card: keyof typeof testCards) => digitsOf(text) === digitsOf(testCards[card]);

/** Digits of the usual length whose check digit (Luhn) is right. */
export function isCardNumber(text: string): boolean {
	const digits = digitsOf(text);
	if (!/^\d{13,19}$/.test(digits)) return false;
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

/** One of the sandbox's cards, which its bank declines. */
export const isDeclinedCard = (text: string): boolean => isTestCard(text, "declined");

/** All that is kept of a number. */
export function readCardNumber(text: string) {
	const digits = digitsOf(text);
	return { brand: brandOf(digits), last4: digits.slice(-4), bank: bankOf(text) } as const;
}

/** By the first digits, as ISO/IEC 7812 gives them out. */
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
