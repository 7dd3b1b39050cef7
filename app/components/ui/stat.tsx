/** A figure above a list. */
export function Stat({ label, value }: { label: string; value: number }) {
	return (
		<div className="grid grid-rows-[1fr_auto] rounded-card border border-line bg-surface px-3 py-3 sm:px-5 sm:py-4">
			<dt className="text-sm/snug font-medium text-muted">{label}</dt>
			<dd className="font-display text-2xl font-semibold tabular-nums">{value}</dd>
		</div>
	);
}
