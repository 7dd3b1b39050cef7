import type { Customer } from "~/features/accounts/customer";
import { addonRow } from "~/features/addons/addon-row";
import type { PendingRenewal, RegistryFacts } from "~/features/cart/renewal-lookup.server";
import { domainRenewalOffer } from "~/features/cart/renewal-offer";
import { describePayment, type PlannedPayment } from "~/features/payments/renewal-charge";
import { formatDay } from "~/lib/dates";
import type { OutgoingTransfer } from "~/platform/registrar/registrar";
import { registeredStatuses } from "./domain-pages";
import type { DomainManagement } from "./manage.server";
import { expiresSoon } from "./portfolio";
import type { Portfolio } from "./portfolio.server";
import { transferLock } from "./push";
import { registrantNotice } from "./registrant-check";
import { restoreView } from "./restore-view";
import { stoppedMessage } from "./stopped-message";
import { toUnicode } from "./to-unicode";
import { transferProgress } from "./transfer-progress";

type Domain = NonNullable<Awaited<ReturnType<Portfolio["find"]>>>;
type Jobs = Awaited<ReturnType<DomainManagement["jobs"]>>;

interface Found {
	readonly domain: Domain;
	readonly jobs: Jobs;
	/** Renewals that this customer has already ordered. */
	readonly pending: readonly PendingRenewal[];
	readonly registry: RegistryFacts | undefined;
	/** How its next renewal is paid. */
	readonly payment: PlannedPayment | null;
	readonly addons: readonly Parameters<typeof addonRow>[0][];
	/** The offer to another customer that waits for an answer. */
	readonly push: { readonly recipientEmail: string; readonly expiresAt: number } | undefined;
	/** The transfer to another registrar that waits for an answer. */
	readonly outgoing: OutgoingTransfer | null;
}

export type DomainView = ReturnType<typeof domainView>;

/** View model of a domain's overview. `now` in ms. */
export function domainView(
	{ domain, jobs, pending, registry, payment, addons, push, outgoing }: Found,
	now: number,
	reader: Customer,
) {
	const { id, name, tld, status, expiresAt, registeredAt, autoRenew, locked, privacy, nameservers, delegation } =
		domain;
	const changeable = registeredStatuses.includes(status);
	return {
		id,
		name: toUnicode(name),
		tld,
		status,
		changeable,
		expires: expiresAt === null ? null : formatDay(expiresAt, reader),
		isOver: expiresAt !== null && expiresAt <= now,
		renewal: changeable ? domainRenewalOffer({ domain, registry, pending }, now, reader) : null,
		restore: status === "redemption" ? restoreView({ domain, registry, pending }, now, reader) : null,
		payment: describePayment(payment, reader),
		addons: addons.map((addon) => addonRow(addon, reader)),
		isExpiringSoon: expiresSoon(domain, now),
		registered: registeredAt === null ? null : formatDay(registeredAt, reader),
		...{ autoRenew, locked, privacy, nameservers, delegation },
		/** To whom it is offered, and until when. */
		offer: push ? { email: push.recipientEmail, until: formatDay(push.expiresAt, reader) } : null,
		/** Which registrar asked for it, since when, and until when the registry waits for the answer. */
		outgoing: outgoing && {
			to: outgoing.to,
			since: outgoing.requestedAt === null ? null : formatDay(outgoing.requestedAt, reader),
			until: outgoing.until === null ? null : formatDay(outgoing.until, reader),
			answers: outgoing.answers,
		},
		/** Until when a new registrant keeps it locked. */
		transferLock: transferLock(domain.transferLockedUntil, now, reader),
		/** What the registrant has to confirm. */
		registrant: changeable ? registrantNotice(domain, reader) : null,
		progress: status === "transfer_in" ? transferProgress(jobs, reader) : null,
		/** Whether the transfer needs another authorization code. */
		codeRefused: status === "transfer_in" && jobs.some(({ needs }) => needs === "auth_code"),
		jobMessage: stoppedMessage(jobs, reader),
		orderId: jobs[0]?.orderId ?? null,
	};
}
