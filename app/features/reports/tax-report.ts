import { type Currency, type Money, money } from "~/lib/money";
import type { LaterFigure } from "./daily-figure";
import { type Cell, type Report, share } from "./report-cells";
import type { Reports } from "./reports.server";

type TaxRows = Awaited<ReturnType<Reports["tax"]>>["months"];

/** Output tax by month and rate, less that of credit notes, for a tax return. */
export function taxReport({
	range: { currency },
	months,
}: Pick<Awaited<ReturnType<Reports["tax"]>>, "range" | "months">): Report {
	const periods = [...new Set(months.map(({ month }) => month))].toSorted();
	const all = sumsOf(months, currency);
	return {
		facts: [
			{ term: "Tax on sales", value: all("tax_due") },
			{ term: "Tax on credit notes", value: all("tax_returned") },
			{ term: "Tax due", value: dueOf(all) },
		],
		tables: [
			{
				title: "By month and rate",
				lead: "Paid invoices by the day of the payment, less credit notes by their own day, as KRA gets them. Sales and credit notes are without tax. Delivery has no tax. A month has only the days that you chose.",
				columns: ["Month", ...rateColumns],
				rows: periods.flatMap((month) =>
					byRate(
						months.filter((row) => row.month === month),
						currency,
					).map((cells) => [{ month }, ...cells]),
				),
			},
			{ title: "By rate", columns: rateColumns, rows: byRate(months, currency) },
		],
	};
}

const rateColumns = ["Rate", "Sales", "Tax on sales", "Credit notes", "Tax on credit notes", "Tax due"];

type Sums = (figure: LaterFigure) => Money;

const sumsOf =
	(rows: TaxRows, currency: Currency): Sums =>
	(figure) =>
		money(
			rows.filter((row) => row.figure === figure).reduce((sum, { amount }) => sum + amount, 0),
			currency,
		);

const dueOf = (of: Sums): Money => {
	const { amount, currency } = of("tax_due");
	return money(amount - of("tax_returned").amount, currency);
};

/** The highest rate first. */
function byRate(rows: TaxRows, currency: Currency): Cell[][] {
	const rates = [...new Set(rows.map(({ key }) => Number(key)))].toSorted((one, two) => two - one);
	return rates.map((rate) => {
		const of = sumsOf(
			rows.filter(({ key }) => Number(key) === rate),
			currency,
		);
		return [share(rate, 10_000), of("taxable"), of("tax_due"), of("taxable_returned"), of("tax_returned"), dueOf(of)];
	});
}
