import { Form, href } from "react-router";
import { FormError } from "~/components/forms/form-error";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SubmitButton } from "~/components/forms/submit";
import { TextareaField } from "~/components/forms/textarea-field";
import { useBusy } from "~/components/forms/use-busy";
import { useSendOnce } from "~/components/forms/use-send-once";
import { PageHeading } from "~/components/layout/portal/page-heading";
import { Card } from "~/components/ui/card";
import { Disclosure } from "~/components/ui/disclosure";
import { Pager } from "~/components/ui/pager";
import { UploadFile } from "~/features/files/components/upload-file";
import type { Failure } from "~/lib/result";
import { ratingName } from "../rating";
import { ticketLimits } from "../ticket";
import type { TicketView } from "../ticket-view";
import { RatingFields } from "./rating-fields";
import { TicketMessages } from "./ticket-messages";
import { TicketState } from "./ticket-state";

interface TicketPageProps {
	ticket: TicketView;
	/** New for each page, so that pressing twice sends one message. */
	sendKey: string;
	failure: Failure | undefined;
	/** The form that was sent and rejected. */
	sent: Readonly<Record<"intent" | "body" | "rating" | "comment", string>> | undefined;
}

/** A customer's request for help, with our answers. */
export function TicketPage({ ticket, sendKey, failure: anyFailure, sent }: TicketPageProps) {
	const isRating = sent?.intent === "rate";
	const failure = isRating ? undefined : anyFailure;
	const { id, number, subject, status, state, department, messages, next } = ticket;
	const busy = useBusy("answer");
	const sendOnce = useSendOnce(busy);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<PageHeading
				title={subject}
				lead={`${number} · ${department}`}
				back={{ to: href("/dashboard/support"), label: "Support" }}
			>
				<TicketState status={status} state={state} />
			</PageHeading>
			<Card className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5">
				<Form key={sendKey} method="post" onSubmit={sendOnce} className="grid gap-4" preventScrollReset>
					<HiddenFields values={{ intent: "answer", key: sendKey }} />
					<FormError failure={failure} whole={["key", "intent"]} />
					<TextareaField
						label={status === "closed" ? "Write again to reopen it" : "Your message"}
						name="body"
						required
						rows={5}
						maxLength={ticketLimits.message}
						defaultValue={isRating ? undefined : sent?.body}
						error={failure?.fields?.body}
					/>
					<div>
						<SubmitButton busy={busy} busyText="Sending...">
							Send
						</SubmitButton>
					</div>
				</Form>
				{ticket.canBeRated && (
					<RatingForm ticket={ticket} failure={isRating ? anyFailure : undefined} sent={isRating ? sent : undefined} />
				)}
				<Disclosure icon="paperclip" title="Send a file">
					<div className="pt-2">
						<UploadFile
							page={href("/dashboard/support/:ticketId/files", { ticketId: id })}
							to={href("/dashboard/support/:ticketId/upload", { ticketId: id })}
						/>
					</div>
				</Disclosure>
				<TicketMessages
					messages={messages}
					fileAddress={(fileId) => href("/dashboard/support/:ticketId/files/:fileId", { ticketId: id, fileId })}
				/>
				<Pager next={next} />
				<StatusForm isClosed={status === "closed"} />
			</Card>
		</div>
	);
}

function RatingForm({ ticket, failure, sent }: Pick<TicketPageProps, "ticket" | "failure" | "sent">) {
	const { status, rating, ratingComment } = ticket;
	const busy = useBusy("rate");
	const label = rating === null ? "Rate our answer" : `Your rating: ${ratingName[rating]}`;
	const isOpen = failure !== undefined || (status === "closed" && rating === null);
	return (
		<Disclosure icon="heart" title={label} open={isOpen} id="rating">
			<Form
				key={`${rating} ${ratingComment}`}
				method="post"
				className="grid max-w-measure gap-4 pt-2"
				preventScrollReset
			>
				<HiddenFields values={{ intent: "rate" }} />
				<FormError failure={failure} whole={["intent"]} />
				<RatingFields rating={sent?.rating ?? rating} comment={sent?.comment ?? ratingComment} failure={failure} />
				<div>
					<SubmitButton variant="secondary" busy={busy} busyText="Saving...">
						{rating === null ? "Send rating" : "Change rating"}
					</SubmitButton>
				</div>
			</Form>
		</Disclosure>
	);
}

function StatusForm({ isClosed }: { isClosed: boolean }) {
	const intent = isClosed ? "reopen" : "close";
	const busy = useBusy(intent);
	return (
		<Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2" preventScrollReset>
			<HiddenFields values={{ intent }} />
			<p className="text-muted">
				{isClosed ? "This ticket is closed." : "Close the ticket if you don't need an answer any more."}
			</p>
			<SubmitButton variant="secondary" busy={busy} busyText="Saving...">
				{isClosed ? "Reopen" : "Close the ticket"}
			</SubmitButton>
		</Form>
	);
}
