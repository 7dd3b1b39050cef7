import { FilterForm } from "~/components/forms/filter-form";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { actorName, actors } from "../activity";
import type { ActivityListQuery } from "../activity.schema";
import type { ListedActivity } from "../list-activity";
import { ActivityList } from "./activity-list";

interface ActivityPageProps {
	query: ActivityListQuery;
	entries: readonly ListedActivity[];
	next: string | null;
}

export function ActivityPage({ query: { who, q }, entries, next }: ActivityPageProps) {
	const filtered = q !== "" || who !== undefined;
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
			{(entries.length > 0 || filtered) && (
				<FilterForm
					label="Activity"
					searchLabel="Search what happened"
					q={q}
					choice={{
						...{ label: "By", name: "who", value: who, all: "Anyone" },
						options: actors.map((actor) => ({ value: actor, text: actorName[actor] })),
					}}
				/>
			)}
			<TitledCard title="What happened in your account">
				{entries.length > 0 ? (
					<ActivityList entries={entries} exact />
				) : (
					<EmptyState
						icon="clock"
						title={filtered ? "No results" : "No activity yet"}
						level={3}
						action={
							filtered && (
								<RouteButton to="?" variant="secondary">
									Show all activity
								</RouteButton>
							)
						}
					>
						{filtered
							? "Try another word or choose Anyone."
							: "Changes that you or our team make to your account are listed here."}
					</EmptyState>
				)}
			</TitledCard>
			<Pager next={next} />
		</div>
	);
}
