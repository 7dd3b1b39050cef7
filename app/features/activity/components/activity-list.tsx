import type { ListedActivity } from "../list-activity";

const dots = "size-2 flex-none rounded-full bg-sun mt-2";

interface ActivityListProps {
	entries: readonly ListedActivity[];
	/** Shows the date and time instead of how long ago. */
	exact?: boolean;
}

export function ActivityList({ entries, exact = false }: ActivityListProps) {
	return (
		<ol className="grid gap-3">
			{entries.map(({ id, message, actor, ago, moment, iso }) => (
				<li key={id} className="flex gap-3">
					<span className={dots} aria-hidden="true" />
					<span className="min-w-0">
						<span className="block break-words">{message}</span>
						<span className="block text-sm text-muted">
							<time dateTime={iso} title={exact ? ago : moment}>
								{exact ? moment : ago}
							</time>{" "}
							· {actor}
						</span>
					</span>
				</li>
			))}
		</ol>
	);
}
