import type { ReactNode } from "react";
import { brand } from "~/brand";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import { Markdown } from "~/components/ui/markdown";
import type { MessageKind } from "../ticket";
import type { TicketMessage } from "../ticket-view";

const looks: Readonly<Record<MessageKind, string>> = {
	customer: "bg-paper",
	staff: "border-s-4 border-lake bg-lake-wash",
	note: "border-s-4 border-maize bg-paper",
};

interface TicketMessagesProps {
	messages: readonly TicketMessage[];
	fileAddress: (fileId: string) => string;
	/** What can be done with a file, below its name. */
	fileAction?: (file: TicketMessage["files"][number]) => ReactNode;
}

/** The messages of a ticket, newest first. */
export const TicketMessages = ({ messages, ...ofFiles }: TicketMessagesProps) => (
	<ol className="grid gap-4">
		{messages.map((message) => (
			<li key={message.id}>
				<Message {...message} {...ofFiles} />
			</li>
		))}
	</ol>
);

type MessageProps = TicketMessage & Omit<TicketMessagesProps, "messages">;

const Message = ({ kind, author, body, ago, moment, iso, files, fileAddress, fileAction }: MessageProps) => (
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
		{files.length > 0 && (
			<ul className="mt-1">
				{files.map(({ id, name, size }) => (
					<li key={id}>
						<p className="flex items-center gap-2">
							<Icon name="paperclip" size={16} className="flex-none text-muted" />
							<a href={fileAddress(id)} download={name} className="link inline-block py-1.5 break-all">
								{name}
							</a>
							<span className="flex-none text-sm text-muted">{size}</span>
						</p>
						{fileAction?.({ id, name, size })}
					</li>
				))}
			</ul>
		)}
	</article>
);
