import { bars, chartWidth, niceCeiling } from "~/lib/chart-bars";

export interface ChartPeriod {
	/** Below the bar: "Nov". Empty for a bar without a label. */
	readonly label: string;
	/** The same on phones: "N". */
	readonly short: string;
	/** "November" */
	readonly name: string;
	/** Minor units. */
	readonly amount: number;
	/** "$249.99" */
	readonly text: string;
}

interface BarChartProps {
	/** What the chart shows: "Invoiced by month". */
	caption: string;
	/** What a period is: "Month". */
	period: string;
	/** What its amount is: "Invoiced". */
	value: string;
	periods: readonly ChartPeriod[];
	/** The amount at the top of the chart. */
	ceilingText: string;
}

/** Amounts by period as a bar chart, with a table for screen readers. */
export function BarChart({ caption, period, value, periods, ceilingText }: BarChartProps) {
	const amounts = periods.map(({ amount }) => amount);
	const ceiling = niceCeiling(Math.max(...amounts));
	const width = chartWidth(periods.length);
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
						<rect key={periods[index]?.name} {...bar} className="fill-lake">
							<title>{`${periods[index]?.name}: ${periods[index]?.text}`}</title>
						</rect>
					))}
				</svg>
				<ul className="mt-2 grid grid-flow-col auto-cols-fr text-center text-sm text-muted">
					{periods.map(({ name, label, short }) => (
						<li key={name} className="whitespace-nowrap">
							<span className="sm:hidden">{short}</span>
							<span className="max-sm:hidden">{label}</span>
						</li>
					))}
				</ul>
			</div>
			<table className="sr-only">
				<caption>{caption}</caption>
				<thead>
					<tr>
						<th scope="col">{period}</th>
						<th scope="col">{value}</th>
					</tr>
				</thead>
				<tbody>
					{periods.map(({ name, text }) => (
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
