import { Icon } from "../ui/icon";
import { chatLink } from "./site-nav";

/**
 * Opens the chat. Floats in the margin of wide screens. On narrower ones it is in the header, because there it would
 * cover content. islands/chat-button.ts makes it scroll to the top first.
 */
export function ChatButton() {
	return (
		<aside aria-label="Chat" className="max-xl:hidden">
			<a
				{...chatLink}
				className="fixed end-4 bottom-4 z-30 inline-flex size-14 items-center justify-center rounded-full bg-lake text-on-solid shadow-float transition-colors hover:bg-lake-deep print:hidden"
			>
				<ChatLabel />
			</a>
		</aside>
	);
}

export function HeaderChatButton() {
	return (
		<a
			{...chatLink}
			title="Chat"
			className="inline-flex size-11 items-center justify-center rounded-full text-lake hover:bg-lake-wash xl:hidden"
		>
			<ChatLabel />
		</a>
	);
}

const ChatLabel = () => (
	<>
		<Icon name="message-circle" size={24} />
		<span className="sr-only">Chat with us on WhatsApp (opens in a new tab)</span>
	</>
);
