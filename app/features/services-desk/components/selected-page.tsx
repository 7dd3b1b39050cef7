import type { ReactNode } from "react";
import { Form, useSearchParams } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { backToSelection } from "~/components/forms/kept-selection";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { Badge } from "~/components/ui/badge";
import { RouteButton } from "~/components/ui/route-button";
import { changeNames, consequences, dangerousChanges, reasonedChanges } from "~/features/bulk-actions/bulk-texts";
import { DeskList } from "~/features/desk/components/desk-list";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { formatCount } from "~/lib/format-count";
import type { SelectedPreview } from "../selected-services";

interface Preview extends SelectedPreview {
	/** Hidden fields: what was shown, and a key for this form. */
	readonly sent: { readonly seen: string; readonly key: string };
}

interface SelectedPageProps {
	/** While nothing is selected. */
	title: string;
	/** The list, whose filters are in the address. */
	back: { readonly to: string; readonly label: string };
	/** Null if nothing is selected. */
	preview: Preview | null;
	/** Why these rows can't be changed together. */
	problem: string | null;
	/** More fields, above the reason. */
	fields?: ReactNode;
	answer: DeskAnswer | undefined;
}

/** What a change of several domains or plans will do, in words and for each row. Its form starts a bulk action. */
export function SelectedPage({ title, back, preview, problem, fields, answer }: SelectedPageProps) {
	const [params] = useSearchParams();
	const list = backToSelection(back.to, params);
	return (
		<DeskPage title={preview ? changeNames[preview.change] : title} back={{ ...back, ...list }}>
			{problem && <Alert tone="danger" role="alert" title={problem} />}
			{!problem && !preview && (
				<Alert tone="info" title="Nothing is selected">
					Select rows in the list, then choose what to do.
				</Alert>
			)}
			{preview && preview.missing > 0 && (
				<Alert tone="info" title={`${formatCount(preview.missing, "selected row")} can't be found any more.`} />
			)}
			{preview && <StartForm preview={preview} fields={fields} answer={answer} />}
			{preview && (
				<DeskList
					label="Selected"
					rows={preview.rows}
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
							name: "What happens",
							place: "row-state",
							cell: ({ refusal }) =>
								refusal === null ? <Badge tone="success">Changes</Badge> : <Badge tone="neutral">Unchanged</Badge>,
						},
					]}
					empty={{ icon: "circle-check", title: "", text: "" }}
				/>
			)}
			{preview && preview.count > preview.rows.length && (
				<p className="text-muted">
					And {formatCount(preview.count - preview.rows.length, "more row")}. All are listed with their results after
					the start.
				</p>
			)}
			<div>
				<RouteButton {...list} variant="secondary">
					Cancel
				</RouteButton>
			</div>
		</DeskPage>
	);
}

function StartForm({ preview, fields, answer }: { preview: Preview } & Pick<SelectedPageProps, "fields" | "answer">) {
	const { change, changes, effect, reasons, selection, sent } = preview;
	const busy = useBusy(change);
	return (
		<Form method="post" className="grid max-w-xl gap-4">
			<FormError failure={answer?.failure} />
			<div className="grid gap-1">
				<p className="text-lg font-semibold">{effect}.</p>
				{selection && <p className="text-muted">{selection}</p>}
				{reasons.length > 0 && (
					<ul className="text-muted">
						{reasons.map(({ text, count }) => (
							<li key={text}>
								{count.toLocaleString("en")} unchanged: {text}
							</li>
						))}
					</ul>
				)}
			</div>
			{changes > 0 && (
				<>
					<p className="text-muted">{consequences[change]}</p>
					<HiddenFields values={{ intent: change, ...sent }} />
					{fields}
					{reasonedChanges.includes(change) && (
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
						<SubmitButton
							variant={dangerousChanges.includes(change) ? "danger" : "primary"}
							busy={busy}
							busyText="One moment..."
						>
							{changeNames[change]}
						</SubmitButton>
					</div>
				</>
			)}
		</Form>
	);
}
