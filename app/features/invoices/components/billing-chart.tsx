import { bars, chartWidth, niceCeiling } from "../billing-chart";

interface ChartMonth {
	/** "Nov" */
	readonly label: string;
	/** "November" */
	readonly name: string;
	/** Minor units. */
	readonly amount: number;
	/** "$249.99" */
	readonly text: string;
}

/** Billing by month as a bar chart, with a table for screen readers. */
export function BillingChart({ months, ceilingText }: { months: readonly ChartMonth[]; ceilingText: string }) {
	const amounts = months.map(({ amount }) => amount);
	const ceiling = niceCeiling(Math.max(...amounts));
	const width = chartWidth(months.length);
	return (
		<>
			<div aria-hidden="true">
				<p className="text-sm tabular-nums text-muted">{ceilingText}</p>
				<svg
					viewBox={`0 0 ${width} 100`}
					preserveAspectRatio="none"
					className="block h-44 w-full overflow-visible"
					focusable="false"
					aria-hidden="true"
				>
					{[0, 50, 100].map((y) => (
						<line
							key={y}
							x2={width}
							y1={y}
							y2={y}
							className="stroke-line"
							strokeWidth="1"
							vectorEffect="non-scaling-stroke"
						/>
					))}
					{bars(amounts, ceiling).map((bar, index) => (
						<rect key={months[index]?.name} {...bar} className="fill-lake">
							<title>{`${months[index]?.name}: ${months[index]?.text}`}</title>
						</rect>
					))}
				</svg>
				<ul className="mt-2 grid grid-flow-col auto-cols-fr text-center text-sm text-muted">
					{months.map(({ name, label }) => (
						<li key={name}>
							<span className="sm:hidden">{label.slice(0, 1)}</span>
							<span className="max-sm:hidden">{label}</span>
						</li>
					))}
				</ul>
			</div>
			<table className="sr-only">
				<caption>Invoiced by month</caption>
				<thead>
					<tr>
						<th scope="col">Month</th>
						<th scope="col">Invoiced</th>
					</tr>
				</thead>
				<tbody>
					{months.map(({ name, text }) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<td>{text}</td>
						</tr>
					))}
				</tbody>
			</table>
		</>
	);
}
