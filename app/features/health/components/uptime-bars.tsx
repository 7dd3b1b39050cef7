import type { DayBar } from "../status-view";
import { shownDays } from "../uptime";

/** Units of the chart, which is as wide as its container. A bar and the gap after it. */
const pitch = 5;
const barWidth = 4;
const height = 32;

/** A bar for each day with checks, taller if some failed, and a line for each day without. */
export function UptimeBars({ bars, text }: { bars: readonly DayBar[]; text: string }) {
	const checked = new Set(bars.map(({ index }) => index));
	const unchecked = Array.from({ length: shownDays }, (_, index) => index).filter((index) => !checked.has(index));
	return (
		<svg
			viewBox={`0 0 ${shownDays * pitch - (pitch - barWidth)} ${height}`}
			preserveAspectRatio="none"
			className="h-8 w-full"
			role="img"
			aria-label={text}
		>
			<path className="fill-edge" d={unchecked.map((index) => bar(index, 2)).join("")} />
			{bars.map(({ index, failed, text: dayText }) => (
				<path
					key={index}
					className={failed ? "fill-danger" : "fill-lake"}
					d={bar(index, failed ? height : (height * 5) / 8)}
				>
					<title>{dayText}</title>
				</path>
			))}
		</svg>
	);
}

const bar = (index: number, size: number): string =>
	`M${index * pitch} ${height - size}h${barWidth}v${size}h-${barWidth}z`;
