import type { ReactNode } from "react";
import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Badge } from "~/components/ui/badge";
import { RouteButton } from "~/components/ui/route-button";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { formatCount } from "~/lib/format-count";
import { rowValue, type SelectedService } from "../selected-services";

interface SelectedPageProps {
	/** What is done: "Suspend". */
	title: string;
	/** Null if nothing was chosen in the list. */
	change: string | null;
	back: { readonly to: string; readonly label: string };
	/** "3 suspended, 3 emails". Before the change, and then what it did. */
	effect: string;
	/** What it means for the customers. */
	consequence: string;
	rows: readonly SelectedService[];
	/** How many of the selected rows no longer exist. */
	missing: number;
	/** Why these rows can't be changed together. */
	problem: string | null;
	/** Whether the change was made. Then `rows` are its results. */
	isDone: boolean;
	danger: boolean;
	needsReason: boolean;
	/** More fields, above the reason. */
	fields?: ReactNode;
	answer: DeskAnswer | undefined;
}

/** What a change of several domains or plans will do, in words and for each row. Then what it did to each. */
export function SelectedPage(props: SelectedPageProps) {
	const { title, change, back, effect, rows, missing, problem, isDone } = props;
	const changing = rows.filter(({ refusal }) => refusal === null);
	const ready = change !== null && problem === null && rows.length > 0;
	return (
		<DeskPage title={title} back={back}>
			{problem && <Alert tone="danger" role="alert" title={problem} />}
			{!problem && !ready && (
				<Alert tone="info" title="Nothing is selected">
					Select rows in the list, then choose what to do.
				</Alert>
			)}
			{ready && missing > 0 && (
				<Alert tone="info" title={`${formatCount(missing, "selected row")} can't be found any more.`} />
			)}
			{ready && isDone && (
				<Alert tone={changing.length === rows.length ? "success" : "pending"} role="status" title={`${effect}.`}>
					{changing.length < rows.length && "The list says why rows did not change."}
				</Alert>
			)}
			{ready && !isDone && <Preview {...props} change={change} changing={changing} />}
			{ready && (
				<DeskList
					label={isDone ? "Results" : "Selected"}
					rows={[...rows].sort((one, other) => Number(one.refusal === null) - Number(other.refusal === null))}
					next={null}
					columns={[
						{
							name: "Name",
							cell: ({ name, refusal }) => (
								<span className="row-name">
									<span className="row-text wrap-anywhere font-semibold">
										{name}
										{refusal && <span className="block text-sm font-normal text-muted">{refusal}</span>}
									</span>
								</span>
							),
						},
						{ name: "Customer", place: "row-note", cell: ({ customer }) => customer },
						{
							name: isDone ? "Result" : "What happens",
							place: "row-state",
							cell: ({ refusal }) =>
								refusal === null ? (
									<Badge tone="success">{isDone ? "Done" : "Changes"}</Badge>
								) : (
									<Badge tone="neutral">Unchanged</Badge>
								),
						},
					]}
					empty={{ icon: "circle-check", title: "", text: "" }}
				/>
			)}
			<div>
				<RouteButton to={back.to} variant="secondary">
					{isDone ? "Back to the list" : "Cancel"}
				</RouteButton>
			</div>
		</DeskPage>
	);
}

interface PreviewProps extends SelectedPageProps {
	change: string;
	changing: readonly SelectedService[];
}

function Preview({ title, change, effect, consequence, danger, needsReason, fields, changing, answer }: PreviewProps) {
	const busy = useBusy(change);
	return (
		<Form method="post" className="grid max-w-xl gap-4">
			<FormError failure={answer?.failure} />
			<p className="text-lg font-semibold">{effect}.</p>
			{changing.length > 0 && (
				<>
					<p className="text-muted">{consequence}</p>
					<HiddenFields values={{ intent: change }} />
					{changing.map((row) => (
						<input key={row.id} type="hidden" name="row" value={rowValue(row)} />
					))}
					{fields}
					{needsReason && (
						<TextareaField
							label="Reason"
							name="reason"
							rows={2}
							maxLength={200}
							required
							defaultValue={answer?.values.reason?.[0]}
							error={answer?.failure.fields?.reason}
						/>
					)}
					<div>
						<SubmitButton variant={danger ? "danger" : "primary"} busy={busy} busyText="One moment...">
							{title}
						</SubmitButton>
					</div>
				</>
			)}
		</Form>
	);
}
