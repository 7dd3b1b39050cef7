import { TitledCard } from "~/components/ui/titled-card";
import type { ZoneView } from "../zone-view";
import { UndoButton } from "./undo-button";

/** Recent changes of a zone, each with an undo button. */
export function ZoneChanges({ zone: { changes, version } }: { zone: ZoneView }) {
	if (changes.length === 0) return null;
	return (
		<TitledCard title="Recent changes">
			<ul className="grid divide-y divide-line">
				{changes.map(({ id, lines, ago, moment }) => (
					<li key={id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
						<div className="min-w-0 flex-1">
							{lines.slice(0, 4).map((line) => (
								<p key={line} className="wrap-anywhere">
									{line}
								</p>
							))}
							{lines.length > 4 && <p className="text-muted">and {lines.length - 4} more</p>}
							<p className="text-sm text-muted" title={moment}>
								{ago}
							</p>
						</div>
						<UndoButton changeId={id} version={version} of={lines[0] ?? "this change"} />
					</li>
				))}
			</ul>
		</TitledCard>
	);
}
