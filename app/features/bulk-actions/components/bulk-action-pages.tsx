import { href, Link, useLocation } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { Alert } from "~/components/ui/alert";
import { Bar } from "~/components/ui/bar";
import { Icon } from "~/components/ui/icon";
import { LinkTabs } from "~/components/ui/link-tabs";
import { RouteButton } from "~/components/ui/route-button";
import { Status } from "~/components/ui/status";
import type { Tone } from "~/components/ui/tone";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { customerLink, DeskList, RowLink, unbroken } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { useRefresh } from "~/features/desk/components/use-refresh";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { Permission } from "~/features/staff/permissions";
import { formatCount } from "~/lib/format-count";
import { type BulkRowState, bulkRowStates } from "../bulk-action";
import { rowStateNames } from "../bulk-texts";
import type { BulkView, ListedBulkAction } from "../bulk-view";

const stateTexts = {
	running: { tone: "pending", text: "Running" },
	failed: { tone: "danger", text: "Some failed" },
	partly: { tone: "neutral", text: "Partly done" },
	done: { tone: "success", text: "Done" },
} as const satisfies Readonly<Record<ListedBulkAction["state"], { tone: Tone; text: string }>>;

/** What staff have started for many domains or plans, newest first. */
export const BulkActionList = ({ rows, next }: { rows: readonly ListedBulkAction[]; next: string | null }) => (
	<DeskPage title="Bulk actions" lead="Changes of several domains or plans. They are listed for 90 days.">
		<DeskList
			label="Bulk actions"
			rows={rows}
			next={next}
			columns={[
				{
					name: "Change",
					cell: ({ id, title, result }) => (
						<RowLink to={href("/desk/bulk-actions/:bulkId", { bulkId: id })} note={result}>
							{title}
						</RowLink>
					),
				},
				{ name: "Started by", place: "row-note", cell: ({ by }) => by },
				{ name: "Time", place: "row-meta", cell: ({ at }) => unbroken(at) },
				{
					name: "Status",
					place: "row-state",
					cell: ({ state }) => <Status tone={stateTexts[state].tone}>{stateTexts[state].text}</Status>,
				},
			]}
			empty={{
				icon: "circle-check",
				title: "No bulk actions yet",
				text: "Select rows in the list of domains or plans, and choose what to do with them.",
			}}
		/>
	</DeskPage>
);

const rowTones: Readonly<Record<BulkRowState, Tone>> = {
	waiting: "pending",
	done: "success",
	refused: "neutral",
	failed: "danger",
};

interface BulkActionPageProps {
	action: BulkView;
	permissions: readonly Permission[];
	answer: DeskAnswer | undefined;
}

/** How far a bulk action is, with the result of each row. */
export function BulkActionPage({ action, permissions, answer }: BulkActionPageProps) {
	const { counts, total, filter, again } = action;
	const isRunning = action.state === "running";
	useRefresh(isRunning);
	return (
		<DeskPage
			title={action.title}
			back={{ to: href("/desk/bulk-actions"), label: "Bulk actions" }}
			actions={
				!isRunning &&
				again !== null &&
				permissions.includes(action.permission) && (
					<RouteButton to={again} variant="secondary">
						<Icon name="rotate-ccw" />
						Try {formatCount(counts.refused + counts.failed, "row")} again
					</RouteButton>
				)
			}
		>
			<FormError failure={answer?.failure} whole />
			<Progress action={action} />
			<DeskFacts
				facts={[
					["Started by", `${action.by}, ${action.at}`],
					...(action.reason === null ? [] : [["Reason", action.reason] as const]),
					...(action.until === null ? [] : [["Until", action.until] as const]),
					...(action.retryOf === null
						? []
						: [
								[
									"Tries again",
									<ActionLink key="of" id={action.retryOf} text="Rows of an earlier bulk action" />,
								] as const,
							]),
					...action.retries.map(
						({ id, text }) => ["Tried again by", <ActionLink key={id} id={id} text={text} />] as const,
					),
				]}
			/>
			<LinkTabs
				label="Results"
				current={filter ?? "all"}
				tabs={[
					{ id: "all", label: "All", href: "?", count: total },
					...bulkRowStates.map((state) => ({
						id: state,
						label: rowStateNames[state],
						href: `?state=${state}`,
						count: counts[state],
					})),
				]}
			/>
			<DeskList
				label="Rows"
				rows={action.rows}
				next={action.next}
				isFiltered={filter !== null}
				columns={[
					{
						name: "Name",
						cell: ({ name, to, message }) => (
							<RowLink to={to} note={message}>
								{name}
							</RowLink>
						),
					},
					{
						name: "Customer",
						place: "row-note",
						cell: ({ customerId, customer }) =>
							customerId === null ? customer : customerLink({ customerId, customer }),
					},
					{
						name: "Result",
						place: "row-state",
						cell: ({ state }) => <Status tone={rowTones[state]}>{rowStateNames[state]}</Status>,
					},
				]}
				empty={{ icon: "circle-check", title: "No rows", text: "This bulk action has no rows." }}
			/>
			{isRunning && permissions.includes("services.change") && (
				<ReasonForm
					icon="pause"
					label="Stop"
					effect="Rows that still wait are left as they are. What is done stays done."
					change={{ intent: "stop" }}
					danger
					withoutReason
				/>
			)}
		</DeskPage>
	);
}

const ActionLink = ({ id, text }: { id: string; text: string }) => (
	<Link className="link" to={href("/desk/bulk-actions/:bulkId", { bulkId: id })}>
		{text}
	</Link>
);

function Progress({ action: { state, result, counts, total } }: { action: BulkView }) {
	const { search } = useLocation();
	const settled = total - counts.waiting;
	if (state !== "running")
		return (
			<Alert tone={state === "done" ? "success" : "pending"} role="status" title={result}>
				{state !== "done" && "The list says why rows did not change."}
			</Alert>
		);
	return (
		<Alert tone="pending" role="status" title={`${settled} of ${formatCount(total, "row")} finished.`}>
			<div className="grid gap-2">
				<p>{result} It continues if you close this page.</p>
				<Bar percent={total === 0 ? 100 : (100 * settled) / total} tone="success" />
				<div>
					<RouteButton to={search || "?"} variant="secondary" size="sm" replace preventScrollReset>
						<Icon name="refresh-cw" />
						Refresh
					</RouteButton>
				</div>
			</div>
		</Alert>
	);
}
