import { Badge } from "~/components/ui/badge";
import { describeRecord } from "../record";
import type { ZoneChange } from "../zone";

/** Lists the records that a change will add and remove. */
export function ChangePreview({ change: { added, removed } }: { change: ZoneChange }) {
	if (added.length + removed.length === 0)
		return <p className="text-muted">Nothing to change. You already have these records.</p>;
	return (
		<div className="grid gap-5">
			<Records title="Will be added" sign="+" records={added} />
			<Records title="Will be removed" sign="−" records={removed} />
		</div>
	);
}

function Records({ title, sign, records }: { title: string; sign: "+" | "−"; records: ZoneChange["added"] }) {
	if (records.length === 0) return null;
	return (
		<section className="grid gap-2">
			<h3 className="flex items-center gap-2 font-semibold">
				{title} <Badge tone={sign === "+" ? "success" : "danger"}>{records.length}</Badge>
			</h3>
			<ul className="grid max-h-96 gap-1 overflow-y-auto rounded-field border border-line bg-paper p-3 font-mono text-sm">
				{records.map((record) => {
					const text = describeRecord(record);
					return (
						<li key={`${text} ${record.ttl}`} className="flex gap-2 wrap-anywhere">
							<span aria-hidden="true" className={sign === "+" ? "text-lake" : "text-danger"}>
								{sign}
							</span>
							{text}
						</li>
					);
				})}
			</ul>
		</section>
	);
}
