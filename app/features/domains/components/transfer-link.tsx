import { href } from "react-router";
import type { DomainName } from "../domain-name";

interface TransferLinkProps {
	name: Pick<DomainName, "unicode">;
	/** Without the height of a link that stands alone. */
	inSentence?: boolean;
}

/** Opens the transfer page with the name filled in. */
export const TransferLink = ({ name: { unicode }, inSentence = false }: TransferLinkProps) => (
	<a
		className={
			inSentence
				? "link relative whitespace-nowrap after:absolute after:inset-x-0 after:-inset-y-2.5"
				: "link-alone whitespace-nowrap text-sm"
		}
		href={`${href("/transfer")}?domain=${encodeURIComponent(unicode)}`}
		aria-label={`Transfer it: ${unicode}`}
	>
		Transfer it
	</a>
);
