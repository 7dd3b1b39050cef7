/** A figure above a list. */
export function Stat({ label, value }: { label: string; value: number }) {
	return (
		<div className="rounded-card border border-line bg-surface px-5 py-4">
			<dt className="text-sm font-medium text-muted">{label}</dt>
			<dd className="font-display text-2xl font-semibold tabular-nums">{value}</dd>
		</div>
	);
}
