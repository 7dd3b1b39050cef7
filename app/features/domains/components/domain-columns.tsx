import type { Column } from "~/components/ui/record-table";
import type { DomainStatus as State } from "../../../db/schema";
import { DomainName } from "./domain-name";
import { DomainStatus } from "./domain-status";

export interface ListedDomain {
	readonly id: string;
	readonly name: string;
	readonly status: State;
	readonly autoRenew: boolean;
	/** "21 Nov 2027", or a dash before registration. */
	readonly expires: string;
	/** "in 12 days", when that is soon. */
	readonly soon: string | null;
	/** Its registration has an end that can be moved. */
	readonly renewable: boolean;
}

/** What each list of domains shows. */
export const domainColumns: readonly Column<ListedDomain>[] = [
	{ name: "Domain", cell: ({ name }) => <DomainName name={name} /> },
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
