import type { ReactNode } from "react";
import { Form, href, Link } from "react-router";
import { Field } from "~/components/forms/field";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { Alert } from "~/components/ui/alert";
import { cx } from "~/components/ui/cx";
import { Disclosure } from "~/components/ui/disclosure";
import { EmailAddress } from "~/components/ui/email-address";
import { Pager } from "~/components/ui/pager";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { DeskPage } from "~/features/desk/components/desk-page";
import { ReasonForm } from "~/features/desk/components/reason-form";
import { SnoozeFields } from "~/features/desk/components/snooze-fields";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { UploadFile } from "~/features/files/components/upload-file";
import type { Failure } from "~/lib/result";
import { departmentNames, departments, ticketLimits, ticketStatuses, ticketStatusName } from "../ticket";
import type { DeskTicketView } from "../ticket-view";
import { CannedReplyPicker } from "./canned-reply-picker";
import { Replying } from "./replying";
import { TicketMessages } from "./ticket-messages";
import { TicketState } from "./ticket-state";

interface DeskTicketPageProps {
	ticket: DeskTicketView;
	/** The id of the person at the desk. */
	me: string;
	mayReply: boolean;
	maySeeCustomer: boolean;
	/** New for each page, so that pressing twice sends one message. */
	sendKey: string;
	/** The id of the newest message. Empty on a page of older ones. */
	newest: string;
	answer: DeskAnswer | undefined;
	cannedReplies: Parameters<typeof CannedReplyPicker>[0]["choices"];
	/** The answer with a canned reply that was inserted without script. */
	inserted: string | undefined;
}

/** A ticket, and what staff do with it. */
export function DeskTicketPage({ mayReply: isAgent, ...page }: DeskTicketPageProps) {
	const { ticket, answer } = page;
	// A merged ticket is closed for good.
	const mayReply = isAgent && ticket.merged === null;
	const props = { ...page, mayReply };
	return (
		<DeskPage
			title={ticket.subject}
			back={{ to: href("/desk/tickets"), label: "Tickets" }}
			actions={<TicketState status={ticket.status} state={ticket.state} staff />}
		>
			{ticket.merged && (
				<Alert tone="info" title={`Merged into ${ticket.merged.number}`}>
					Its messages are there, and emails that answer it arrive there.{" "}
					<Link className="link" to={href("/desk/tickets/:ticketId", { ticketId: ticket.merged.id })}>
						Open {ticket.merged.number}
					</Link>
				</Alert>
			)}
			{answer && !mayReply && <FormError failure={answer.failure} whole />}
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<Conversation {...props} />
				</div>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-4">
					<Facts {...props} />
					{mayReply && <Management {...props} />}
				</div>
			</div>
		</DeskPage>
	);
}

interface TicketFormProps {
	/** Hidden fields. */
	change: Readonly<Record<string, string | number>> & { intent: string };
	/** Whether its buttons say the intent, because it has several. */
	hasButtonIntents?: boolean;
	answer: DeskAnswer | undefined;
	className: string;
	children: (state: {
		busy: boolean;
		failure: Failure | undefined;
		/** The value that was sent and refused. */
		sent: (name: string) => string | undefined;
	}) => ReactNode;
}

/** One form of the page, which shows its own failure. */
function TicketForm({ change, hasButtonIntents = false, answer, className, children }: TicketFormProps) {
	const { intent, ...hidden } = change;
	const busy = useBusy(change.intent);
	const mine = answer?.intent === change.intent ? answer : undefined;
	return (
		<Form method="post" className={className} preventScrollReset>
			<HiddenFields values={hasButtonIntents ? hidden : { intent, ...hidden }} />
			<FormError failure={mine?.failure} whole={["version", "key", "intent"]} />
			{children({ busy, failure: mine?.failure, sent: (name) => mine?.values[name]?.[0] })}
		</Form>
	);
}

function Conversation({ ticket, mayReply, sendKey, newest, answer, cannedReplies, inserted }: DeskTicketPageProps) {
	/** What was sent with this form to insert a reply that does not exist any more. */
	const insert = answer?.intent === "insert" ? answer : undefined;
	return (
		<TitledCard
			title="Conversation"
			lead={mayReply ? `Answers go to ${ticket.answersTo}. The reader sees your name.` : ""}
		>
			{mayReply && (
				<>
					<TicketForm
						// Empty again when the person has sent an answer. Not when others change the ticket.
						key={`answer ${ticket.lastSent.answer}`}
						change={{ intent: "answer", key: sendKey, version: ticket.version }}
						hasButtonIntents
						answer={insert ? { ...insert, intent: "answer" } : answer}
						className="grid max-w-measure gap-3"
					>
						{({ busy, failure, sent }) => (
							<>
								<CannedReplyPicker
									ticketId={ticket.id}
									department={ticket.departmentId}
									choices={cannedReplies}
									error={failure?.fields?.canned}
								/>
								<TextareaField
									label="Answer"
									name="body"
									required
									rows={6}
									maxLength={ticketLimits.message}
									defaultValue={inserted ?? sent("body")}
									error={failure?.fields?.body}
									hint="You can use **bold**, *italic*, `code`, [a link](https://…) and lists with -."
								/>
								<Replying ticketId={ticket.id} version={ticket.version} seen={newest} names={ticket.repliers} />
								<div className="flex flex-wrap items-end gap-3">
									<SelectField label="Then" name="next" defaultValue={sent("next") ?? "waiting"}>
										<option value="waiting">Wait for the customer</option>
										<option value="on-hold">Put it on hold</option>
										<option value="open">Leave it open</option>
										<option value="closed">Close it</option>
									</SelectField>
									<SubmitButton name="intent" value="answer" busy={busy} busyText="Sending..." className="min-h-12">
										Send answer
									</SubmitButton>
								</div>
							</>
						)}
					</TicketForm>
					{ticket.sender.id !== null && (
						<Disclosure icon="paperclip" title="Send a file">
							<div className="max-w-measure pt-2">
								<UploadFile
									page={href("/desk/tickets/:ticketId/files", { ticketId: ticket.id })}
									to={href("/desk/tickets/:ticketId/upload", { ticketId: ticket.id })}
								/>
							</div>
						</Disclosure>
					)}
					<Disclosure icon="lock" title="Internal note" open={answer?.intent === "note"}>
						<TicketForm
							key={`note ${ticket.lastSent.note}`}
							change={{ intent: "note", key: sendKey }}
							answer={answer}
							className="grid max-w-measure gap-3 pt-2"
						>
							{({ busy, failure, sent }) => (
								<>
									<TextareaField
										label="Note for staff"
										name="body"
										required
										rows={3}
										maxLength={ticketLimits.message}
										defaultValue={sent("body")}
										error={failure?.fields?.body}
									/>
									<div>
										<SubmitButton busy={busy} busyText="Saving..." variant="secondary">
											Save note
										</SubmitButton>
									</div>
								</>
							)}
						</TicketForm>
					</Disclosure>
				</>
			)}
			<TicketMessages
				messages={ticket.messages}
				fileAddress={(fileId) => href("/desk/tickets/:ticketId/files/:fileId", { ticketId: ticket.id, fileId })}
				{...(mayReply && {
					fileAction: ({ id, name }) => {
						const mine = answer?.intent === "delete-file" && answer.values.fileId?.[0] === id ? answer : undefined;
						return (
							<ReasonForm
								icon="trash-2"
								label={`Delete ${name}`}
								effect="It is deleted for good, also for the customer. The ticket keeps a note with your reason."
								danger
								change={{ intent: "delete-file", fileId: id }}
								failure={mine?.failure}
								reason={mine?.values.reason?.[0]}
							/>
						);
					},
				})}
			/>
			<Pager next={ticket.next} />
		</TitledCard>
	);
}

function Facts({ ticket, maySeeCustomer }: DeskTicketPageProps) {
	const { sender, number, via, phone, created, answered, due, isLate, snoozed, department, tags, assignee } = ticket;
	const { rating } = ticket;
	return (
		<TitledCard title="Ticket">
			{sender.id === null && (
				<Alert tone="info" title="The sender is not known to be a customer">
					Show and change nothing of an account until the sender has signed in.
				</Alert>
			)}
			{ticket.otherAddress && (
				<Alert tone="info" title="The address is not that of the account">
					Send nothing to it that only the customer may know.
				</Alert>
			)}
			<DeskFacts
				facts={[
					["Number", number],
					[
						"From",
						sender.id !== null && maySeeCustomer ? (
							<Link key="sender" className="link" to={href("/desk/customers/:customerId", { customerId: sender.id })}>
								{sender.name}
							</Link>
						) : (
							sender.name
						),
					],
					["Email", <EmailAddress key="email" address={sender.email} />],
					...(phone
						? [
								[
									"Phone",
									<a key="phone" className="link whitespace-nowrap" href={`tel:${phone}`}>
										{phone}
									</a>,
								] as const,
							]
						: []),
					["Came by", via],
					["Opened", created],
					["First answer", answered ?? "Not yet"],
					...(due
						? [
								[
									"Answer by",
									<span key="due" className={cx(isLate && "font-semibold text-danger")}>
										{due}
									</span>,
								] as const,
							]
						: []),
					...(snoozed ? [["Snoozed until", snoozed] as const] : []),
					["Department", department],
					["With", assignee || "No one"],
					...(tags ? [["Tags", tags] as const] : []),
					...(rating
						? [
								[
									"Rating",
									<span key="rating">
										{rating.text}
										{rating.comment && <span className="block whitespace-pre-wrap">“{rating.comment}”</span>}
									</span>,
								] as const,
							]
						: []),
				]}
			/>
		</TitledCard>
	);
}

const row = "flex flex-wrap items-end gap-3";
const grows = "min-w-0 flex-1 basis-40";

function Management({ ticket, me, answer }: DeskTicketPageProps) {
	const { version, status, departmentId, assigneeId, assignee, people, tags, snoozed } = ticket;
	const button = (busy: boolean, label: string) => (
		<SubmitButton busy={busy} busyText="Saving..." variant="secondary" className="min-h-12">
			{label}
		</SubmitButton>
	);
	return (
		<TitledCard title="Work">
			{assigneeId !== me && (
				<TicketForm change={{ intent: "take", version }} answer={answer} className={row}>
					{({ busy }) => button(busy, assigneeId ? `Take over from ${assignee}` : "Take")}
				</TicketForm>
			)}
			{/* The keys show the new values after a change. */}
			<TicketForm key={`a ${assigneeId}`} change={{ intent: "assign", version }} answer={answer} className={row}>
				{({ busy, failure }) => (
					<>
						<SelectField
							label="With"
							name="assignee"
							defaultValue={assigneeId ?? ""}
							error={failure?.fields?.assignee}
							className={grows}
						>
							<option value="">No one</option>
							{assigneeId && !people.some(({ id }) => id === assigneeId) && (
								<option value={assigneeId}>{assignee}</option>
							)}
							{people.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</SelectField>
						{button(busy, "Assign")}
					</>
				)}
			</TicketForm>
			<TicketForm key={`s ${status}`} change={{ intent: "status", version }} answer={answer} className={row}>
				{({ busy, failure }) => (
					<>
						<SelectField
							label="Status"
							name="status"
							defaultValue={status}
							error={failure?.fields?.status}
							className="min-w-0 flex-1 basis-60"
						>
							{ticketStatuses.map((one) => (
								<option key={one} value={one}>
									{ticketStatusName[one]}
								</option>
							))}
						</SelectField>
						{button(busy, "Change status")}
					</>
				)}
			</TicketForm>
			<TicketForm key={`d ${departmentId}`} change={{ intent: "move", version }} answer={answer} className={row}>
				{({ busy, failure }) => (
					<>
						<SelectField
							label="Department"
							name="department"
							defaultValue={departmentId}
							error={failure?.fields?.department}
							className={grows}
						>
							{departmentNames.map((one) => (
								<option key={one} value={one}>
									{departments[one].label}
								</option>
							))}
						</SelectField>
						{button(busy, "Move")}
					</>
				)}
			</TicketForm>
			<TicketForm key={`t ${tags}`} change={{ intent: "tag", version }} answer={answer} className={row}>
				{({ busy, failure, sent }) => (
					<>
						<div className={grows}>
							<Field
								label="Tags"
								name="tags"
								autoComplete="off"
								hint="Separated by commas."
								defaultValue={sent("tags") ?? tags}
								error={failure?.fields?.tags}
							/>
						</div>
						{button(busy, "Save tags")}
					</>
				)}
			</TicketForm>
			{status === "open" &&
				(snoozed ? (
					<TicketForm change={{ intent: "wake", version }} answer={answer} className={row}>
						{({ busy }) => button(busy, "End snooze")}
					</TicketForm>
				) : (
					<TicketForm change={{ intent: "snooze", version }} answer={answer} className={row}>
						{({ busy, failure, sent }) => (
							<>
								<SnoozeFields sent={sent} errors={failure?.fields} className="min-w-48 flex-1" />
								{button(busy, "Snooze")}
							</>
						)}
					</TicketForm>
				))}
			<div className="flex flex-wrap gap-x-6">
				<Link className="link inline-block py-2.5" to={href("/desk/tickets/:ticketId/merge", { ticketId: ticket.id })}>
					Merge into another ticket
				</Link>
				<Link className="link inline-block py-2.5" to={href("/desk/tickets/:ticketId/split", { ticketId: ticket.id })}>
					Split off messages
				</Link>
			</div>
		</TitledCard>
	);
}
