import { href, Link } from "react-router";
import { Field } from "~/components/forms/field";
import { RowAction } from "~/components/forms/row-action";
import { Alert } from "~/components/ui/alert";
import { EmptyState } from "~/components/ui/empty-state";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { ChangesView } from "../catalog-view";
import type { FieldChange } from "../fields";
import { BelowCost } from "./cost-card";

interface DiscardChangesProps {
	id: string;
	version: number;
	/** Its pieces may be counted. */
	isNewDevice: boolean;
	answer: DeskAnswer | undefined;
}

/** No customer has seen the draft, so it needs no reason. */
export function DiscardChanges({ id, version, isNewDevice, answer }: DiscardChangesProps) {
	const isFailed = answer?.intent === "discard" && answer.values.key?.[0] === id;
	return (
		<ReasonForm
			icon="trash-2"
			label="Discard these changes"
			effect={
				isNewDevice
					? "The device is gone for everyone, with the count of its pieces. To have it again, someone has to enter it again."
					: "They are lost for everyone, and the draft has what customers see now. To have them again, someone has to enter them again."
			}
			danger
			change={{ intent: "discard", key: id, version: String(version) }}
			failure={isFailed ? answer.failure : undefined}
			withoutReason
		/>
	);
}

/** What a change replaces. */
export const Differences = ({ changes }: { changes: readonly FieldChange[] }) => (
	<dl className="grid gap-2">
		{changes.map(({ label, before, after }) => (
			<div key={label} className="grid gap-x-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
				<dt className="text-muted">{label}</dt>
				<dd className="wrap-anywhere">
					{before !== "none" && <del className="text-muted">{before}</del>}{" "}
					<ins className="font-semibold no-underline">{after}</ins>
				</dd>
			</div>
		))}
	</dl>
);

interface ChangesPageProps {
	view: ChangesView;
	/** Whether this browser shows the draft on the public pages. */
	previews: boolean;
	mayEdit: boolean;
	mayPublish: boolean;
	answer: DeskAnswer | undefined;
}

/** The draft compared with what is published, and the form that publishes it. */
export function ChangesPage({ view, previews, mayEdit, mayPublish, answer }: ChangesPageProps) {
	const { number, seen, plannedFor, changes, belowCost, promos } = view;
	const warning = (
		<>
			{belowCost.length > 0 && <EntriesBelowCost entries={belowCost} />}
			{promos.map(({ code, discount, losses }) => (
				<BelowCost key={code} title={`Below cost with ${code}, ${discount} off`} losses={losses} />
			))}
		</>
	);
	const failure = answer?.intent === "publish" ? answer.failure : undefined;
	const sent = (name: string) => (failure ? answer?.values[name]?.[0] : undefined);
	return (
		<DeskPage
			title="Changes"
			count={changes.length}
			lead={`Compared with version ${number}, which customers see ${plannedFor ? `from ${plannedFor}` : "now"}.`}
		>
			{plannedFor && (
				<Alert tone="info" title={`Version ${number} is planned for ${plannedFor}`}>
					<p>
						Until then nothing else can be published.{" "}
						<Link className="link" to={href("/desk/catalogue/versions/:number", { number: String(number) })}>
							See or cancel it
						</Link>
					</p>
				</Alert>
			)}
			{changes.length === 0 ? (
				<EmptyState icon="tag" title="Nothing to publish">
					The draft is the same as version {number}. Change a price or a text first.
				</EmptyState>
			) : (
				changes.map(({ id, label, kind, isNewDevice, author, at, version, changes }) => (
					<TitledCard
						key={id}
						title={label}
						beside={
							<Link className="link" to={href("/desk/catalogue/prices/:key", { key: id })}>
								Edit
							</Link>
						}
						lead={`${kind}. Changed by ${author} on ${at}.`}
					>
						<Differences changes={changes} />
						<BelowCost losses={belowCost.find((one) => one.id === id)?.losses ?? []} />
						{mayEdit && <DiscardChanges {...{ id, version, isNewDevice, answer }} />}
					</TitledCard>
				))
			)}
			{(changes.length > 0 || previews) && (
				<TitledCard
					title="Preview"
					lead="Shows the public pages with these changes for half an hour, only in this browser while you are signed in here."
				>
					{!mayPublish && warning}
					<div className="flex flex-wrap gap-2">
						{changes.length > 0 && (
							<RowAction change={{ intent: "preview", page: view.previewPage }} subject="with the draft">
								Preview the pages
							</RowAction>
						)}
						{previews && (
							<RowAction change={{ intent: "end-preview" }} subject="of the draft">
								End the preview
							</RowAction>
						)}
					</div>
				</TitledCard>
			)}
			{mayPublish && changes.length > 0 && !plannedFor && (
				<TitledCard title="Publish">
					{warning}
					<ReasonForm
						icon="check"
						label="Publish"
						effect="The pages, the search, the cart and the checkout have the changes within a minute. Open invoices and orders keep their prices."
						change={{ intent: "publish", seen }}
						failure={failure}
						withoutReason
						open
					>
						<Field
							label="What changes"
							name="note"
							maxLength={200}
							required
							defaultValue={sent("note")}
							error={failure?.fields?.note}
						/>
						<Field
							label="From"
							name="at"
							type="datetime-local"
							hint="Time in Kenya. Leave it empty to publish now."
							defaultValue={sent("at")}
							error={failure?.fields?.at}
						/>
					</ReasonForm>
				</TitledCard>
			)}
		</DeskPage>
	);
}

/** What customers would pay less for than it costs us, once the draft is published. */
const EntriesBelowCost = ({ entries }: { entries: ChangesView["belowCost"] }) => (
	<Alert
		tone="danger"
		title={entries.length === 1 ? "1 product will be below cost" : `${entries.length} products will be below cost`}
	>
		<ul className="grid gap-1">
			{entries.map(({ id, label, losses, isChanged }) => (
				<li key={id}>
					<Link className="link" to={href("/desk/catalogue/prices/:key", { key: id })}>
						{label}
					</Link>
					{isChanged ? "" : " (not changed here)"}: {losses.join(" ")}
				</li>
			))}
		</ul>
	</Alert>
);
