import { invoiceNumber } from "~/features/invoices/invoice-number";
import { DAY, HOUR } from "~/lib/durations";
import { type Money, multiply, share, subtract, sum } from "~/lib/money";
import { type SomeRows, seedId } from "./rows";

/** A sample invoice before it gets its number. */
export interface SeedInvoice {
	readonly label: string;
	readonly userId: string;
	readonly billedTo: { name: string; company?: string; email: string; city?: string; country?: string };
	readonly lines: readonly { readonly description: string; readonly quantity: number; readonly unit: Money }[];
	readonly issuedAt: number;
	/** Absent if it is open. */
	readonly paidAt?: number;
	readonly orderId?: string;
}

/** Copy of the catalogue's tax rate. A test compares the two. */
export const seedTaxBasisPoints = 800;

/** Numbers invoices in order of issue, one sequence per year, and adds the payment of each paid one. */
export function numberInvoices(invoices: readonly SeedInvoice[]): SomeRows {
	const last = new Map<number, number>();
	const inOrder = [...invoices].sort((a, b) => a.issuedAt - b.issuedAt);
	const rows = inOrder.map((invoice) => {
		const year = new Date(invoice.issuedAt).getUTCFullYear();
		const sequence = (last.get(year) ?? 0) + 1;
		last.set(year, sequence);
		return invoiceRows(invoice, invoiceNumber(year, sequence));
	});
	return {
		invoices: rows.map((row) => row.invoice),
		invoiceLines: rows.flatMap((row) => row.lines),
		payments: rows.flatMap((row) => row.payments),
		ledgerEntries: rows.flatMap((row) => row.ledger),
		invoiceSequences: [...last].map(([year, count]) => ({ year, last: count })),
	};
}

/** Subtotal, tax and total of an invoice's lines. */
export function invoiceAmounts({ lines }: Pick<SeedInvoice, "lines">) {
	const currency = lines[0]?.unit.currency ?? "KES";
	const subtotal = sum(
		lines.map((line) => multiply(line.unit, line.quantity)),
		currency,
	);
	const tax = share(subtotal, seedTaxBasisPoints);
	return { currency, subtotal: subtotal.amount, tax: tax.amount, total: subtotal.amount + tax.amount };
}

/** The net amount that gives exactly `total` with tax. */
export function netOf(total: Money): Money {
	const net = { ...total, amount: Math.round((total.amount * 10_000) / (10_000 + seedTaxBasisPoints)) };
	const off = subtract(total, sum([net, share(net, seedTaxBasisPoints)], total.currency));
	if (off.amount !== 0) throw new RangeError(`No net amount gives ${total.amount}`);
	return net;
}

function invoiceRows(invoice: SeedInvoice, number: string) {
	const { label, userId, issuedAt, paidAt } = invoice;
	const id = seedId("inv", label);
	const { currency, ...amounts } = invoiceAmounts(invoice);
	const payment = {
		id: seedId("pay", label),
		invoiceId: id,
		userId,
		provider: "sandbox",
		amount: amounts.total,
		currency,
		receipt: `SAMPLE${number}`,
	};
	const { amount, receipt, provider } = payment;
	return {
		invoice: {
			id,
			number,
			userId,
			orderId: invoice.orderId,
			currency,
			...amounts,
			discount: 0,
			taxBasisPoints: seedTaxBasisPoints,
			shipping: 0,
			billedTo: invoice.billedTo,
			issuedAt,
			dueAt: issuedAt + 14 * DAY,
			paidAt,
			state: paidAt === undefined ? ("open" as const) : ("paid" as const),
		},
		lines: invoice.lines.map((line, index) => ({
			id: seedId("lin", `${label}inv`, index),
			invoiceId: id,
			position: index,
			description: line.description,
			quantity: line.quantity,
			unitAmount: line.unit.amount,
			amount: line.unit.amount * line.quantity,
		})),
		payments:
			paidAt === undefined
				? []
				: [
						{
							...payment,
							method: "card" as const,
							providerRef: `sample-${label}`,
							callbackToken: `sample-${label}`,
							state: "succeeded" as const,
							expiresAt: paidAt + HOUR,
							createdAt: paidAt,
							settledAt: paidAt,
						},
					],
		ledger:
			paidAt === undefined
				? []
				: [
						{
							id: seedId("led", label),
							userId,
							invoiceId: id,
							paymentId: payment.id,
							kind: "payment" as const,
							provider,
							receipt,
							amount,
							currency,
							createdAt: paidAt,
						},
					],
	};
}
