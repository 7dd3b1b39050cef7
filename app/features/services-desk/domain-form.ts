import { dnsServiceName, stoppedMove } from "~/features/dns/zone-move";
import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import { comparedText } from "./domain-view";
import type { DomainsDesk } from "./domains-desk.server";
import { handleJobForm, type JobIntent, type SentForm, told } from "./service-form";
import { changeRegistrarForm, moveZoneForm, offerForm, versionedReasonForm, versionForm } from "./services-desk.schema";

/** The forms of a domain's page, except the one that shows its authorization code. */
export type DomainIntent =
	| "compare"
	| "lock"
	| "unlock"
	| "auto-renew-on"
	| "auto-renew-off"
	| "change-registrar"
	| "move-zone"
	| "stop-zone-move"
	| "offer"
	| "withdraw"
	| JobIntent;

/** Handles the forms of a domain's page by their intent. Returns the message about what was done. */
export async function handleDomainForm(
	desk: DomainsDesk,
	{ intent, fields, session }: SentForm<DomainIntent>,
	id: string,
): Promise<Result<string>> {
	switch (intent) {
		case "compare": {
			const found = await desk.compare(session, id);
			return found.ok ? ok(comparedText(found.value)) : found;
		}
		case "lock": {
			const input = parse(versionForm, fields);
			return input.ok ? told(await desk.setLock(session, id, true, input.value), "Locked the domain.") : input;
		}
		case "unlock": {
			const input = parse(versionedReasonForm, fields);
			if (!input.ok) return input;
			const unlocked = await desk.setLock(session, id, false, input.value);
			return told(unlocked, "Unlocked the domain. The customer gets an email.");
		}
		case "auto-renew-on": {
			const input = parse(versionForm, fields);
			return input.ok ? told(await desk.setAutoRenew(session, id, true, input.value), "Auto-renew is on.") : input;
		}
		case "auto-renew-off": {
			const input = parse(versionedReasonForm, fields);
			return input.ok ? told(await desk.setAutoRenew(session, id, false, input.value), "Auto-renew is off.") : input;
		}
		case "change-registrar": {
			const input = parse(changeRegistrarForm, fields);
			if (!input.ok) return input;
			const changed = await desk.changeRegistrar(session, id, input.value);
			return told(changed, `The registrar is ${input.value.registrar} now.`);
		}
		case "move-zone": {
			const input = parse(moveZoneForm, fields);
			if (!input.ok) return input;
			const started = await desk.moveZone(session, id, input.value);
			return told(started, `Moving the zone to ${dnsServiceName(input.value.service)}. The old one stays for now.`);
		}
		case "stop-zone-move": {
			const input = parse(versionedReasonForm, fields);
			if (!input.ok) return input;
			const stopped = await desk.stopZoneMove(session, id, input.value);
			if (!stopped.ok) return stopped;
			return ok(stoppedMove[stopped.value]);
		}
		case "offer": {
			const input = parse(offerForm, fields);
			if (!input.ok) return input;
			return told(await desk.offer(session, id, input.value), `Offered the domain to ${input.value.email}.`);
		}
		case "withdraw": {
			const input = parse(versionedReasonForm, fields);
			return input.ok ? told(await desk.withdrawOffer(session, id, input.value), "Withdrew the offer.") : input;
		}
		case "retry-job":
		case "complete-job":
			return handleJobForm(desk, { intent, fields, session }, id);
	}
}
