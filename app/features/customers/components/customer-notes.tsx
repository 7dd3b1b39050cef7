import { Form } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Disclosure } from "~/components/ui/disclosure";
import { Pager } from "~/components/ui/pager";
import { TitledCard } from "~/components/ui/titled-card";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import type { NoteView } from "../customer-view";
import type { CustomerOverviewProps } from "./customer-overview";

/** Notes of staff, with forms for those who may write them. */
export function CustomerNotes({
	notes,
	next,
	permissions,
	answer,
}: Pick<CustomerOverviewProps, "notes" | "next" | "permissions" | "answer">) {
	const mayWrite = permissions.includes("customers.note");
	const added = answer?.intent === "add-note" ? answer : undefined;
	const removing = answer?.intent === "remove-note" ? answer : undefined;
	const removedId = removing?.values.noteId?.[0];
	const busy = useBusy("add-note");
	return (
		<TitledCard title="Notes" lead="For staff. They are part of the data that the customer can download.">
			{/* Someone else has removed it, so its form is gone. */}
			{!notes.some(({ id }) => id === removedId) && <FormError failure={removing?.failure} whole />}
			{mayWrite && (
				// Empty again once the note is in the list.
				<Form key={notes[0]?.id} method="post" className="grid gap-3" preventScrollReset>
					<HiddenFields values={{ intent: "add-note" }} />
					<FormError failure={added?.failure} />
					<TextareaField
						label="New note"
						name="text"
						rows={2}
						maxLength={2_000}
						required
						defaultValue={added?.values.text?.[0]}
						error={added?.failure.fields?.text}
					/>
					<div>
						<SubmitButton variant="secondary" size="sm" busy={busy} busyText="Adding...">
							Add note
						</SubmitButton>
					</div>
				</Form>
			)}
			{notes.length === 0 && <p className="text-muted">No notes yet.</p>}
			<ul className="divide-y divide-line">
				{notes.map((note) => (
					<li key={note.id} className="py-3">
						<p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
						<p className="text-sm text-muted">{note.about}</p>
						{mayWrite && <EditNote key={note.version} note={note} answer={answer} />}
						{mayWrite && (
							<ReasonForm
								icon="trash-2"
								label="Remove"
								effect="The note is removed for everyone. Its text and your reason stay in the audit log."
								danger
								change={{ intent: "remove-note", noteId: note.id, version: note.version }}
								failure={removedId === note.id ? removing?.failure : undefined}
								reason={removing?.values.reason?.[0]}
							/>
						)}
					</li>
				))}
			</ul>
			<Pager next={next} />
		</TitledCard>
	);
}

function EditNote({ note, answer }: { note: NoteView; answer: DeskAnswer | undefined }) {
	const busy = useBusy("edit-note");
	const mine = answer?.intent === "edit-note" && answer.values.noteId?.[0] === note.id ? answer : undefined;
	return (
		<Disclosure icon="pencil" title="Edit" open={mine !== undefined}>
			<Form method="post" className="grid gap-3" preventScrollReset>
				<HiddenFields values={{ intent: "edit-note", noteId: note.id, version: note.version }} />
				<FormError failure={mine?.failure} whole={["version"]} />
				{mine?.failure.code === "changed_meanwhile" && (
					<p className="text-sm">The note as it is now is above. Your text is below.</p>
				)}
				<TextareaField
					label="Note"
					name="text"
					rows={3}
					maxLength={2_000}
					required
					defaultValue={mine?.values.text?.[0] ?? note.text}
					error={mine?.failure.fields?.text}
				/>
				<div>
					<SubmitButton variant="secondary" size="sm" busy={busy} busyText="Saving...">
						Save note
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
}
