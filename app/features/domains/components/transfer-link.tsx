import { href } from "react-router";
import type { DomainName } from "../domain-name";

/** Opens the transfer page with the name filled in. */
export const TransferLink = ({ name: { unicode } }: { name: Pick<DomainName, "unicode"> }) => (
	<a
		className="link-alone whitespace-nowrap text-sm"
		href={`${href("/transfer")}?domain=${encodeURIComponent(unicode)}`}
		aria-label={`Transfer it: ${unicode}`}
	>
		Transfer it
	</a>
);
