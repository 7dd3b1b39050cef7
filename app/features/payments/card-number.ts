/** The sandbox's two cards: nothing else about a card decides anything here, and nothing of it is kept. */
export const testCards = { pays: "4242 4242 4242 4242", declined: "4000 0000 0000 0002" } as const;

/** Digits of the usual length whose check digit (Luhn) is right. */
export function isCardNumber(text: string): boolean {
	const digits = text.replace(/[\s-]/g, "");
	if (!/^\d{13,19}$/.test(digits)) return false;
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

export const isDeclinedCard = (text: string): boolean =>
	text.replace(/\D/g, "") === testCards.declined.replace(/\D/g, "");
