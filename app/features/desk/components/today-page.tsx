import { Form, href, Link, useRouteLoaderData, useSearchParams } from "react-router";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { LinkTabs } from "~/components/ui/link-tabs";
import { type QueueKind, queuePartNames, queueParts } from "~/features/problems/problem";
import type { QueueQuery } from "~/features/problems/queue.schema";
import { withParams } from "~/lib/address";
import type { DeskAnswer } from "../desk-answer";
import type { TodayView } from "../today-view";
import type { DeskFrame } from "./desk-layout";
import { DeskList, RowLink } from "./desk-list";
import { DeskPage } from "./desk-page";
import { MainAction, RowForm, TodayDetails } from "./today-details";

interface TodayPageProps {
	query: QueueQuery;
	rows: readonly TodayView[];
	next: string | null;
	counts: readonly { readonly kind: QueueKind; readonly count: number; readonly mine: number }[];
	answer: DeskAnswer | undefined;
}

/** The queue of everything that waits for a person. */
export function TodayPage({ query, rows, next, counts, answer }: TodayPageProps) {
	const [params] = useSearchParams();
	const { part, mine, state } = query;
	const failedKey = answer?.values.key?.[0];
	const open = failedKey ?? query.open;
	const total = sum(counts.map(({ count }) => count));
	const empty = emptyTexts[state];
	return (
		<DeskPage title="Today" count={total} actions={<States query={query} mine={sum(counts.map((one) => one.mine))} />}>
			<div className="queue-parts">
				<LinkTabs
					label="Kinds"
					current={part ?? ""}
					tabs={[
						{
							id: "",
							label: "All",
							href: pageWith(query, { part: null }),
							...(state === "waiting" && { count: total }),
						},
						...queuePartNames.map((name) => ({
							id: name,
							label: queueParts[name].label,
							href: pageWith(query, { part: name }),
							...(state === "waiting" && { count: countOf(counts, name) }),
						})),
					].filter(({ id, count }) => id === "" || id === part || count !== 0)}
				/>
			</div>
			<div className={cx("queue", state === "waiting" && "queue-waiting")}>
				<DeskList
					label="What waits for someone"
					rows={rows}
					next={next}
					columns={[
						{
							name: "What",
							cell: ({ id, title, consequence, count }) => (
								<RowLink
									to={withParams(params, { open: open === id ? null : id, focus: null })}
									note={consequence}
									expanded={open === id}
								>
									{title}
									{count > 1 && ` (${count} times)`}
								</RowLink>
							),
						},
						{
							name: "Customer",
							place: "row-note",
							className: "queue-customer",
							cell: ({ customer }) => customer?.name ?? "",
						},
						{ name: "Amount", place: "row-meta", className: "amount", cell: ({ amount }) => amount ?? "" },
						{ name: "With", cell: ({ taken, done }) => done?.by ?? (taken?.mine ? "You" : (taken?.firstName ?? "")) },
						{
							name: state === "snoozed" ? "Until" : state === "done" ? "Done" : "Age",
							place: "row-state",
							className: "amount",
							cell: ({ age, isLate, since, snoozedUntil, done }) => (
								<span className={cx(isLate && !done && "font-semibold text-danger")} title={`Since ${since}`}>
									{done?.at ?? snoozedUntil ?? age}
								</span>
							),
						},
					]}
					action={{
						name: "Action",
						cell: (row) => (
							<>
								<MainAction row={row} isOpen={open === row.id} />
								{open !== row.id && <ClosedRowKeys row={row} />}
							</>
						),
					}}
					details={(row) =>
						row.id === open ? (
							<TodayDetails key={row.version} row={row} answer={answer} focus={params.get("focus")} />
						) : null
					}
					keys={[
						["a", "main action"],
						["t", "take or give back"],
						["s", "snooze"],
						["u", "undo"],
					]}
					isFiltered={part !== undefined || mine === true}
					empty={empty}
				/>
			</div>
			<UndoKey />
		</DeskPage>
	);
}

const emptyTexts = {
	waiting: {
		icon: "circle-check",
		title: "Nothing is waiting",
		text: "New work appears here as soon as it needs someone.",
	},
	snoozed: { icon: "clock", title: "Nothing is snoozed", text: "What you snooze comes back at its time." },
	done: {
		icon: "clock",
		title: "Nothing was done today",
		text: "What someone ended in the last 24 hours is listed here.",
	},
} as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const countOf = (counts: TodayPageProps["counts"], part: keyof typeof queueParts): number =>
	sum(
		counts
			.filter(({ kind }) => (queueParts[part].kinds as readonly QueueKind[]).includes(kind))
			.map(({ count }) => count),
	);

/** The address of the queue with another filter, from its first page. */
function pageWith({ part, mine, state }: QueueQuery, changes: Readonly<Record<string, string | null>>): string {
	const now = { part: part ?? null, mine: mine ? "1" : null, state: state === "waiting" ? null : state };
	const search = withParams(new URLSearchParams(), { ...now, ...changes });
	return search === "?" ? href("/desk") : `${href("/desk")}${search}`;
}

/** What waits for anyone or for the person, what is snoozed, and what was done. */
function States({ query, mine }: { query: QueueQuery; mine: number }) {
	const states = [
		{ id: "waiting", label: "Waiting", href: pageWith(query, { state: null, mine: null }) },
		{ id: "mine", label: "Mine", href: pageWith(query, { state: null, mine: "1" }), count: mine },
		{ id: "snoozed", label: "Snoozed", href: pageWith(query, { state: "snoozed", mine: null }) },
		{ id: "done", label: "Done", href: pageWith(query, { state: "done", mine: null }) },
	];
	return (
		<div className="min-w-0">
			<LinkTabs label="State" tabs={states} current={query.state === "waiting" && query.mine ? "mine" : query.state} />
		</div>
	);
}

/** Controls for the keys of a row whose details are closed. */
function ClosedRowKeys({ row }: { row: TodayView }) {
	const [params] = useSearchParams();
	if (!row.mayWork || row.done) return null;
	return (
		<span hidden>
			<RowForm row={row} intent={row.taken?.mine ? "release" : "take"} letter="t">
				Take
			</RowForm>
			<Link to={withParams(params, { open: row.id, focus: "s" })} preventScrollReset replace data-key="s">
				Snooze
			</Link>
		</span>
	);
}

/** Undoes the last change with the key u. */
function UndoKey() {
	const frame = useRouteLoaderData<DeskFrame>("routes/desk/layout");
	const undo = frame?.flash?.undo;
	if (!undo) return null;
	return (
		<Form method="post" action={undo.action} hidden>
			<HiddenFields values={undo.fields} />
			<Button type="submit" data-page-key="u">
				Undo
			</Button>
		</Form>
	);
}
