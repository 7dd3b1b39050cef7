import { type BulkSubject, domainChanges, planChanges } from "~/features/bulk-actions/bulk-action";
import type { ChangeRow } from "~/features/bulk-actions/bulk-actions.server";
import { fail } from "~/lib/result";
import type { DomainsDesk } from "./domains-desk.server";
import type { PlansDesk } from "./plans-desk.server";

interface Dependencies {
	readonly domainsDesk: Pick<DomainsDesk, "changeSelected">;
	readonly plansDesk: Pick<PlansDesk, "changeSelected">;
}

const unknown = () => fail("invalid", "This change is not known here.");

/** How a bulk action changes a domain or a plan. */
export const changeRows = ({ domainsDesk, plansDesk }: Dependencies): Readonly<Record<BulkSubject, ChangeRow>> => ({
	domain: async (actor, to, ...rest) => {
		const change = domainChanges.find((one) => one === to);
		return change ? domainsDesk.changeSelected(actor, change, ...rest) : unknown();
	},
	plan: async (actor, to, ...rest) => {
		const change = planChanges.find((one) => one === to);
		return change ? plansDesk.changeSelected(actor, change, ...rest) : unknown();
	},
});
