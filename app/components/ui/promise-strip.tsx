interface PromiseItem {
	/** A figure or a very short text, such as "99.9%" or "Mon–Sun". */
	readonly figure: string;
	readonly text: string;
}

/** A row of guarantees, each with a large figure. */
export function PromiseStrip({ items }: { items: readonly PromiseItem[] }) {
	return (
		<ul className="grid grid-cols-2 gap-x-6 gap-y-8 lg:grid-cols-4">
			{items.map(({ figure, text }) => (
				<li key={figure} className="grid content-start gap-1 border-s-2 border-sun ps-4">
					<strong className="font-display text-2xl font-semibold tracking-tight tabular-nums">{figure}</strong>
					<span className="text-muted">{text}</span>
				</li>
			))}
		</ul>
	);
}
