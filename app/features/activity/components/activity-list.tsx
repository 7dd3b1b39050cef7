export interface ListedActivity {
	readonly id: string;
	readonly message: string;
	/** "2 hours ago" */
	readonly ago: string;
	/** "21 Nov 2026, 09:12" */
	readonly moment: string;
	readonly iso: string;
}

const dots = "size-2 flex-none rounded-full bg-sun mt-2";

/** What happened lately. */
export function ActivityList({ entries }: { entries: readonly ListedActivity[] }) {
	return (
		<ol className="grid gap-3 pt-2">
			{entries.map(({ id, message, ago, moment, iso }) => (
				<li key={id} className="flex gap-3">
					<span className={dots} aria-hidden="true" />
					<span className="min-w-0">
						<span className="block break-words">{message}</span>
						<time dateTime={iso} title={moment} className="block text-sm text-muted">
							{ago}
						</time>
					</span>
				</li>
			))}
		</ol>
	);
}
