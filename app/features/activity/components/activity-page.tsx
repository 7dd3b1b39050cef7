import { SelectField } from "~/components/forms/field";
import { FilterForm } from "~/components/forms/filter-form";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Heading } from "~/components/ui/heading";
import { Pager } from "~/components/ui/pager";
import { actorName, actors } from "../activity";
import type { ActivityListQuery } from "../activity.schema";
import type { ListedActivity } from "../list-activity";
import { ActivityList } from "./activity-list";

interface ActivityPageProps {
	query: ActivityListQuery;
	entries: readonly ListedActivity[];
	next: string | null;
}

/** Everything that was done in the account, by whom and when. */
export function ActivityPage({ query: { who, q }, entries, next }: ActivityPageProps) {
	const filtered = q !== "" || who !== undefined;
	return (
		<div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
			{(entries.length > 0 || filtered) && (
				<FilterForm
					label="Activity"
					searches="Search what happened"
					q={q}
					filters={[who]}
					beside={
						<SelectField label="By" name="who" defaultValue={who ?? ""} className="min-w-0 flex-1 basis-36 sm:max-w-56">
							<option value="">Anybody</option>
							{actors.map((actor) => (
								<option key={actor} value={actor}>
									{actorName[actor]}
								</option>
							))}
						</SelectField>
					}
				/>
			)}
			<Card as="section" aria-labelledby="activity-title">
				<Heading level={2} size="sm" id="activity-title">
					What happened in your account
				</Heading>
				{entries.length > 0 ? (
					<ActivityList entries={entries} exact />
				) : (
					<EmptyState icon="clock" title={filtered ? "Nothing fits" : "Nothing yet"} level={3}>
						{filtered
							? "Try another word, or what somebody else did."
							: "Every change you or we make here is written down on this page."}
					</EmptyState>
				)}
			</Card>
			<Pager next={next} />
		</div>
	);
}
