import { Icon } from "../ui/icon";
import { chatLink } from "./site-nav";

/** The floating chat button of public pages. islands/chat-button.ts makes it scroll to the top first. */
/** @param className hides it where it would cover buttons */
export function ChatButton({ className }: { className?: string | undefined }) {
	return (
		<aside aria-label="Chat" className={className}>
			<a
				{...chatLink}
				className="fixed end-4 bottom-4 z-30 inline-flex size-12 sm:size-14 items-center justify-center rounded-full bg-lake text-on-solid shadow-float transition-colors hover:bg-lake-deep print:hidden"
			>
				<Icon name="message-circle" size={24} />
				<span className="sr-only">Chat with us on WhatsApp (opens in a new tab)</span>
			</a>
		</aside>
	);
}
