import type { ReactNode } from "react";
import { FormError } from "~/components/forms/form-error";
import { RowAction } from "~/components/forms/row-action";
import { Status } from "~/components/ui/status";
import { TitledCard } from "~/components/ui/titled-card";
import type { Tone } from "~/components/ui/tone";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskList, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { ScheduleView } from "../schedule-view";

const states: Readonly<Record<ScheduleView["tasks"][number]["state"], { readonly text: string; readonly tone: Tone }>> =
	{
		done: { text: "Done", tone: "success" },
		failed: { text: "Failed", tone: "danger" },
		late: { text: "Late", tone: "danger" },
		unknown: { text: "No run recorded", tone: "neutral" },
	};

const reminderDaysId = "reminders";

/** What the shop does by the clock. */
export function DeskSchedule({
	schedule,
	answer,
	children,
}: {
	schedule: ScheduleView;
	answer: DeskAnswer | undefined;
	/** The days of reminders. */
	children: ReactNode;
}) {
	return (
		<DeskPage
			title="Schedule"
			// The list is long.
			actions={
				<a className="link-alone" href={`#${reminderDaysId}`}>
					Days of reminders
				</a>
			}
			lead="What the shop does by the clock, and how it last went. Starting a task is safe: it only does what is due, and nothing twice."
		>
			<FormError failure={answer?.intent === "start" ? answer.failure : undefined} whole />
			<DeskList
				label="Tasks"
				rows={schedule.tasks}
				next={null}
				columns={[
					{
						name: "Task",
						cell: ({ name, does, when, error }) => (
							<span className="row-name">
								<span className="row-text wrap-anywhere">
									<span className="font-semibold">{name}</span>
									<span className="block text-sm font-normal text-muted">{does}</span>
									<span className="block text-sm font-normal text-muted">{when}.</span>
									{error && <span className="block text-sm font-normal text-danger">{error}</span>}
								</span>
							</span>
						),
					},
					{
						name: "Last run",
						place: "row-note",
						cell: ({ state, lastRun }) => (
							<span className="flex flex-wrap items-center gap-x-3">
								<Status tone={states[state].tone}>{states[state].text}</Status>
								{state !== "unknown" && unbroken(lastRun)}
							</span>
						),
					},
					{ name: "Took", cell: ({ duration }) => unbroken(duration) },
					{ name: "Waiting", place: "row-meta", cell: ({ waiting }) => unbroken(waiting) },
				]}
				action={{
					name: "Start",
					cell: ({ id, name, mayStart }) =>
						mayStart ? (
							<RowAction change={{ intent: "start", task: id }} subject={name}>
								Start
							</RowAction>
						) : null,
				}}
				empty={{ icon: "clock", title: "No tasks", text: "Scheduled tasks are listed here." }}
			/>
			<div id={reminderDaysId} className="scroll-mt-4">
				{children}
			</div>
			<TitledCard
				title="Other reminders"
				lead="All reminders of a day come in one email at 9:00 in Kenya. These days can't be changed."
			>
				<DeskFacts facts={schedule.reminders.map(([name, when]) => [name, when])} />
			</TitledCard>
		</DeskPage>
	);
}
