import { FilterForm } from "~/components/forms/filter-form";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { RouteButton } from "~/components/ui/route-button";
import { TitledCard } from "~/components/ui/titled-card";
import { monthsKept } from "~/features/archive/archive";
import { ArchivedList } from "~/features/archive/components/archived-list";
import { ShowOlder } from "~/features/archive/components/show-older";
import type { ArchivedView } from "~/features/archive/list-archived";
import { type actorNames, actors } from "../activity";
import type { ActivityListQuery } from "../activity.schema";
import type { ListedActivity } from "../list-activity";
import { ActivityList } from "./activity-list";

interface ActivityPageProps {
	query: Pick<ActivityListQuery, "who" | "q">;
	/** Of who can have done something. */
	names: ReturnType<typeof actorNames>;
	entries: readonly ListedActivity[];
	next: string | null;
	/** Whether there are archived entries after the last one. */
	hasOlder: boolean;
}

export function ActivityPage({ query: { who, q }, names, entries, next, hasOlder }: ActivityPageProps) {
	const filtered = q !== "" || who !== undefined;
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
			{(entries.length > 0 || filtered) && (
				<FilterForm
					label="Activity"
					searchLabel="Search what happened"
					q={q}
					choices={[
						{
							...{ label: "By", name: "who", value: who, all: "Anyone" },
							options: actors.map((actor) => ({ value: actor, text: names[actor] })),
						},
					]}
				/>
			)}
			<TitledCard title="What happened in your account">
				{entries.length > 0 ? (
					<ActivityList entries={entries} exact />
				) : (
					<EmptyState
						icon="clock"
						title={filtered ? "No results" : hasOlder ? "No recent activity" : "No activity yet"}
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
							: hasOlder
								? `Nothing has changed in your account in the last ${monthsKept} months.`
								: "Changes that you or our team make to your account are listed here."}
					</EmptyState>
				)}
			</TitledCard>
			<Pager next={next} />
			{hasOlder && <ShowOlder searched={filtered} />}
		</div>
	);
}

/** Entries that are no longer in the database. */
export function ArchivedActivityPage({ archive }: { archive: ArchivedView<ListedActivity> }) {
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
			<ArchivedList archive={archive} back="Recent activity">
				<TitledCard title={`What happened in ${archive.title}`}>
					<ActivityList entries={archive.items} exact />
				</TitledCard>
			</ArchivedList>
		</div>
	);
}
