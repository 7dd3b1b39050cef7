import type { ConfirmedOwner } from "~/db/owner";
import type { DomainManagement } from "~/features/domains/manage.server";
import type { Result } from "~/lib/result";
import type { ZoneEdit } from "./dns.schema";
import type { Dns } from "./dns.server";

/** Applies a form of the editor. Returns the id of the change, or null if nothing changed. */
export function editZone(
	{ dns, domainManagement }: { dns: Dns; domainManagement: Pick<DomainManagement, "setDnssec"> },
	owner: ConfirmedOwner,
	domainId: string,
	edit: ZoneEdit,
): Promise<Result<string | null>> {
	if (edit.intent === "dnssec") return domainManagement.setDnssec(owner, domainId, edit.on === "on");
	const at = { domainId, version: edit.version };
	switch (edit.intent) {
		case "add":
			return dns.add(owner, at, edit);
		case "change":
			return dns.change(owner, at, edit.recordId, edit);
		case "delete":
			return dns.remove(owner, at, edit.recordId);
		case "undo":
			return dns.undo(owner, at, edit.changeId);
	}
}
