import { brand } from "~/brand";
import { cx } from "~/components/ui/cx";
import { Markdown } from "~/components/ui/markdown";
import type { MessageKind } from "../ticket";
import type { TicketMessage } from "../ticket-view";

const looks: Readonly<Record<MessageKind, string>> = {
	customer: "bg-paper",
	staff: "border-s-4 border-lake bg-lake-wash",
	note: "border-s-4 border-maize bg-paper",
};

/** The messages of a ticket, newest first. */
export const TicketMessages = ({ messages }: { messages: readonly TicketMessage[] }) => (
	<ol className="grid gap-4">
		{messages.map((message) => (
			<li key={message.id}>
				<Message {...message} />
			</li>
		))}
	</ol>
);

const Message = ({ kind, author, body, ago, moment, iso }: TicketMessage) => (
	<article className={cx("rounded-field px-4 py-3", looks[kind])} aria-label={`${author}, ${ago}`}>
		<p className="mb-1 flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
			<span className="text-base font-semibold text-ink wrap-anywhere">{author}</span>
			{kind === "staff" && <span className="font-medium text-lake-deep">{brand.name} team</span>}
			{kind === "note" && <span className="font-medium">Internal note</span>}
			<time dateTime={iso} title={moment}>
				{ago}
			</time>
		</p>
		{/* What customers send is no Markdown: it often has code, logs or signatures. */}
		{kind === "customer" ? <p className="whitespace-pre-wrap wrap-anywhere">{body}</p> : <Markdown text={body} />}
	</article>
);
