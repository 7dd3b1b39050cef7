import { Form, href } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { ErrorText } from "~/components/forms/error-text";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { EmptyState } from "~/components/ui/empty-state";
import { Pager } from "~/components/ui/pager";
import { DeskPage } from "~/features/desk/components/desk-page";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { headerText } from "~/lib/email-message";
import { departmentNames, departments, ticketLimits } from "../ticket";
import type { DeskTicketView, MergeView } from "../ticket-view";

const ticketAddress = (ticketId: string) => href("/desk/tickets/:ticketId", { ticketId });

/** Merges a ticket into another one of its sender: first the choice, then what it does. */
export function MergePage({ merge, answer }: { merge: MergeView; answer: DeskAnswer | undefined }) {
	const { id, number, subject, targets, chosen } = merge;
	return (
		<DeskPage
			title={`Merge ${number}`}
			lead={`“${subject}” becomes part of another ticket of the same sender.`}
			back={{ to: ticketAddress(id), label: "Ticket" }}
		>
			<Card className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
				{targets.length === 0 ? (
					<EmptyState icon="headset" title="No other ticket">
						The same person has no other ticket.
					</EmptyState>
				) : (
					<Form method="get" key={chosen?.id} className="flex flex-wrap items-end gap-3">
						<SelectField label="Into" name="into" defaultValue={chosen?.id} className="min-w-0 flex-1 basis-60">
							{targets.map((target) => (
								<option key={target.id} value={target.id}>
									{target.text}
								</option>
							))}
						</SelectField>
						<Button type="submit" variant="secondary" className="min-h-12">
							Show what happens
						</Button>
					</Form>
				)}
				{!chosen && <FormError failure={answer?.failure} whole />}
				{chosen && <MergeForm merge={merge} chosen={chosen} answer={answer} />}
			</Card>
		</DeskPage>
	);
}

interface MergeFormProps {
	merge: MergeView;
	chosen: NonNullable<MergeView["chosen"]>;
	answer: DeskAnswer | undefined;
}

function MergeForm({ merge: { number, version, effect }, chosen, answer }: MergeFormProps) {
	const busy = useBusy("merge");
	return (
		<Form method="post" className="grid gap-4">
			<HiddenFields values={{ intent: "merge", version, into: chosen.id, intoVersion: chosen.version }} />
			<FormError failure={answer?.failure} whole={["version", "into", "intoVersion"]} />
			<ul className="grid list-disc gap-1 ps-5">
				{effect.map((sentence) => (
					<li key={sentence} className="wrap-anywhere">
						{sentence}
					</li>
				))}
			</ul>
			<TextareaField
				label="Reason"
				name="reason"
				rows={2}
				maxLength={300}
				required
				defaultValue={answer?.values.reason?.[0]}
				error={answer?.failure.fields?.reason}
			/>
			<div>
				<SubmitButton busy={busy} busyText="Merging...">
					Merge {number} into {chosen.number}
				</SubmitButton>
			</div>
		</Form>
	);
}

interface SplitPageProps {
	ticket: DeskTicketView;
	/** New for each page, so that pressing twice makes one ticket. */
	sendKey: string;
	answer: DeskAnswer | undefined;
}

/** Moves messages of a ticket into a new one. */
export function SplitPage({ ticket, sendKey, answer }: SplitPageProps) {
	const { id, number, subject, version, departmentId, messages, next } = ticket;
	const busy = useBusy("split");
	const errors = answer?.failure.fields;
	const sent = (name: string) => answer?.values[name]?.[0];
	return (
		<DeskPage
			title={`Split ${number}`}
			lead="The messages that you choose move to a new ticket of the same sender, with their authors, times and files. The new ticket waits for an answer. Nothing is sent to the sender."
			back={{ to: ticketAddress(id), label: "Ticket" }}
		>
			<Card className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
				<Form key={sendKey} method="post" className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<HiddenFields values={{ intent: "split", key: sendKey, version }} />
					<FormError failure={answer?.failure} whole={["version", "key"]} />
					<fieldset
						className="grid grid-cols-[minmax(0,1fr)] gap-1"
						aria-describedby={errors?.messages && "no-messages"}
					>
						<legend className="font-medium">Messages</legend>
						{errors?.messages && <ErrorText id="no-messages">{errors.messages}</ErrorText>}
						{messages.map((message) => (
							<CheckboxField
								key={message.id}
								name="messages"
								value={message.id}
								defaultChecked={answer?.values.messages?.includes(message.id)}
								label={
									<>
										<strong className="wrap-anywhere">{message.author}</strong>, {message.moment}
										{message.kind === "note" && " (internal note)"}
										<span className="block text-muted wrap-anywhere">{headerText(message.body, 160)}</span>
									</>
								}
							/>
						))}
					</fieldset>
					<Field
						label="Subject of the new ticket"
						name="subject"
						required
						maxLength={ticketLimits.subject}
						defaultValue={sent("subject") ?? subject}
						error={errors?.subject}
					/>
					<SelectField
						label="Department"
						name="department"
						defaultValue={sent("department") ?? departmentId}
						error={errors?.department}
					>
						{departmentNames.map((name) => (
							<option key={name} value={name}>
								{departments[name].label}
							</option>
						))}
					</SelectField>
					<TextareaField
						label="Reason"
						name="reason"
						rows={2}
						maxLength={300}
						required
						defaultValue={sent("reason")}
						error={errors?.reason}
					/>
					<div>
						<SubmitButton busy={busy} busyText="Splitting...">
							Split off
						</SubmitButton>
					</div>
				</Form>
				<Pager next={next} />
			</Card>
		</DeskPage>
	);
}
