import { DAY, HOUR } from "~/lib/durations";
import { usd } from "~/lib/money";
import { netOf, type SeedInvoice, seedTaxBasisPoints } from "../billing";
import { type SomeRows, seedId, YEAR } from "../rows";

export const demoEmail = "amani@example.com";
export const demoUserId = seedId("usr", "demo");
export const demoOrderId = seedId("ord", "demo");

const person = { firstName: "Amani", lastName: "Odhiambo", company: "Tujenge Studio", country: "Kenya" };
const phone = "+254700000101";

/** The demo customer. Billed in dollars, like the portal's sample prices. */
export function demoAccount(input: { now: number; passwordHash: string }): SomeRows {
	const createdAt = input.now - 2 * YEAR;
	return {
		users: [
			{
				id: demoUserId,
				email: demoEmail,
				...person,
				phone,
				currency: "USD",
				status: "active",
				timezone: "Africa/Nairobi",
				language: "en-GB",
				passwordHash: input.passwordHash,
				verifiedAt: createdAt,
				createdAt,
				updatedAt: createdAt,
			},
		],
		proposals: [demoQuote(input.now)],
	};
}

/** An open quote for work. */
function demoQuote(now: number): NonNullable<SomeRows["proposals"]>[number] {
	const description = "Landing page for Tujenge Academy, with two rounds of changes";
	const subtotal = usd(45_000).amount;
	const tax = Math.round((subtotal * seedTaxBasisPoints) / 10_000);
	const price = { quantity: 1, unitAmount: subtotal, amount: subtotal };
	const none = { domain: null, planId: null, currentExpiry: null };
	return {
		...{ id: seedId("prp", "demo"), userId: demoUserId, state: "open", currency: "USD", total: subtotal + tax },
		content: {
			items: [],
			order: {
				sums: { currency: "USD", subtotal, discount: 0, tax, shipping: 0, total: subtotal + tax },
				taxBasisPoints: seedTaxBasisPoints,
				lines: [
					{
						...{ productId: "custom", kind: "custom", name: description, details: {}, ...none, ...price },
						...{ renewedDomainId: null, renewedPlanId: null, renewedExpiry: null },
					},
				],
				invoiceLines: [{ description, ...price }],
			},
		},
		message: "As discussed on the phone. The texts come from you.",
		writtenBy: "Njeri Wambui",
		createdAt: now - 2 * DAY,
		expiresAt: now + 12 * DAY,
	};
}

const billedTo = {
	name: `${person.firstName} ${person.lastName}`,
	company: person.company,
	email: "billing@example.com",
	city: "Nairobi",
	country: person.country,
};

/** Hours of software development by month, January to July. */
const developmentHours = [4, 3, 6, 5, 7, 5, 8];

/** Paid invoices of January to July, an open one, and that of the order whose domain is still pending. */
export function demoInvoices(now: number): SeedInvoice[] {
	const common = { userId: demoUserId, billedTo };
	const monthly = developmentHours.map((hours, month) => {
		const issuedAt = latest(now, month);
		return {
			...common,
			label: `demo${"abcdefg".charAt(month)}`,
			issuedAt,
			paidAt: Math.min(issuedAt + 2 * DAY, now),
			lines: [
				{ description: "Web Business, one month", quantity: 1, unit: usd(1299) },
				{ description: "Email Pro, one month", quantity: 1, unit: usd(699) },
				{ description: "Software development, hours", quantity: hours, unit: usd(3000) },
			],
		};
	});
	const milestone = { description: "Second milestone of Duka online shop", quantity: 1, unit: netOf(usd(24999)) };
	const registration = { description: "Registration of tujenge.africa, 1 year", quantity: 1, unit: usd(2999) };
	return [
		...monthly,
		{ ...common, label: "demoopen", issuedAt: now - 4 * DAY, lines: [milestone] },
		{
			...common,
			label: "demoorder",
			orderId: demoOrderId,
			lines: [registration],
			issuedAt: now - 5 * HOUR,
			paidAt: now - 5 * HOUR,
		},
	];
}

/** 09:00 in Nairobi on the third of the month, this year, or last year if that is in the future. */
function latest(now: number, month: number): number {
	const year = new Date(now).getUTCFullYear();
	const thisYear = Date.UTC(year, month, 3, 6);
	return thisYear <= now ? thisYear : Date.UTC(year - 1, month, 3, 6);
}
