import type { Column } from "~/components/ui/record-table";
import type { ListedDomain } from "../listed-domain";
import { DomainName } from "./domain-name";
import { DomainStatus } from "./domain-status";

/** Columns of every domain list. */
export const domainColumns: readonly Column<ListedDomain>[] = [
	{ name: "Domain", cell: DomainName },
	{ name: "Status", cell: ({ status }) => <DomainStatus status={status} /> },
	{ name: "Expires", cell: ({ expires, soon }) => <Expiry expires={expires} soon={soon} /> },
];

function Expiry({ expires, soon }: Pick<ListedDomain, "expires" | "soon">) {
	return (
		<span>
			<span className="whitespace-nowrap">{expires}</span>
			{soon && <span className="block text-sm font-semibold text-danger">{soon}</span>}
		</span>
	);
}
