import type { ConfirmedOwner } from "~/db/owner";
import type { Result } from "~/lib/result";
import type { ZoneEdit } from "./dns.schema";
import type { Dns } from "./dns.server";

/** The forms of the editor, told apart by their `intent`. Answers the id of the change. */
export function editZone(
	dns: Dns,
	owner: ConfirmedOwner,
	domainId: string,
	edit: ZoneEdit,
): Promise<Result<string | null>> {
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
