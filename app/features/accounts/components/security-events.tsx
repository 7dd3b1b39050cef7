import { Badge } from "~/components/ui/badge";
import { TitledCard } from "~/components/ui/titled-card";
import type { ListedSecurityEvent } from "../security-event-list";

/** Recent sign-ins and refused attempts. */
export function SecurityEvents({ events }: { events: readonly ListedSecurityEvent[] }) {
	return (
		<TitledCard
			title="Recent sign-ins and attempts"
			lead="If you don't recognise one, change your password and sign out all other devices."
			className="max-w-3xl"
		>
			{events.length === 0 ? (
				<p className="text-muted">Nothing yet.</p>
			) : (
				<ul className="divide-y divide-line">
					{events.map(({ id, name, refused, from, at }) => (
						<li key={id} className="grid gap-1 py-3">
							<p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
								{name}
								{refused && <Badge tone="pending">Refused</Badge>}
							</p>
							<p className="text-sm text-muted">{`${from} · ${at}`}</p>
						</li>
					))}
				</ul>
			)}
		</TitledCard>
	);
}
