/** Ten capital letters and digits, like M-Pesa's receipts: `SKL4X9Q2MB`. */
export function createReceipt(): string {
	const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
	const random = crypto.getRandomValues(new Uint8Array(9));
	return `S${Array.from(random, (byte) => alphabet[byte % alphabet.length]).join("")}`;
}
