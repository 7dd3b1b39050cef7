import { href } from "react-router";
import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind, notificationKind } from "~/lib/kinds";

/** `domain`: Unicode form. */
const domainParams = z.object({ domain: z.string() });

/** `email`: of the other customer. */
const pushParams = domainParams.extend({ email: z.string() });

/** `to`: the id of the other registrar. */
/** `to`: empty if the registry does not name the other registrar. */
const transferParams = domainParams.extend({ to: z.string() });

const registrarNamed = (to: string): string => (to === "" ? "another registrar" : `the registrar ${to}`);

export const domainsActivity = {
	"domain.locked": activityKind(domainParams, ({ domain }) => `Locked ${domain}.`),
	"domain.unlocked": activityKind(domainParams, ({ domain }) => `Unlocked ${domain}.`),
	"domain.privacy": activityKind(
		domainParams.extend({ on: z.boolean() }),
		({ domain, on }) => `Turned WHOIS privacy ${on ? "on" : "off"} for ${domain}.`,
	),
	"domain.nameservers": activityKind(
		domainParams.extend({ nameservers: z.array(z.string()) }),
		({ domain, nameservers }) => `Changed the nameservers of ${domain} to ${nameservers.join(", ")}.`,
	),
	"domain.contacts": activityKind(domainParams, ({ domain }) => `Changed the contacts of ${domain}.`),
	"domain.forwarding": activityKind(domainParams.extend({ change: z.enum(["added", "removed"]) }), (params) =>
		params.change === "added" ? `Added forwarding for ${params.domain}.` : `Removed forwarding for ${params.domain}.`,
	),
	"domain.dnssec": activityKind(
		domainParams.extend({ on: z.boolean() }),
		({ domain, on }) => `Turned DNSSEC ${on ? "on" : "off"} for ${domain}.`,
	),
	"domain.auth_code": activityKind(domainParams, ({ domain }) => `Viewed the authorization code of ${domain}.`),
	"domain.registrant_check": activityKind(
		domainParams,
		({ domain }) => `Had the registrant of ${domain} emailed again.`,
	),
	"domain.registrant_confirmed": activityKind(
		domainParams.extend({ email: z.string() }),
		({ domain, email }) => `The registrant of ${domain} confirmed ${email}.`,
	),
	"domain.recorded": activityKind(
		domainParams.extend({ expiresAt: z.number() }),
		({ domain, expiresAt }, reader) => `Added ${domain}, which expires on ${formatDay(expiresAt, reader)}.`,
	),
	"domain.deleted": activityKind(domainParams, ({ domain }) => `Deleted ${domain}.`),
	"domain.taken_back": activityKind(
		domainParams,
		({ domain }) => `Deleted ${domain} at its registry, because its registration was paid back.`,
	),
	"domain.auto_renew": activityKind(
		domainParams.extend({ on: z.boolean() }),
		({ domain, on }) => `Turned auto-renew ${on ? "on" : "off"} for ${domain}.`,
	),
	"domain.push_offered": activityKind(pushParams, ({ domain, email }) => `Offered ${domain} to ${email}.`),
	"domain.push_withdrawn": activityKind(
		pushParams,
		({ domain, email }) => `Withdrew the offer of ${domain} to ${email}.`,
	),
	"domain.push_declined": activityKind(pushParams, ({ domain, email }) => `${email} refused ${domain}.`),
	"domain.push_expired": activityKind(
		pushParams,
		({ domain, email }) => `${email} did not answer the offer of ${domain} in time.`,
	),
	"domain.push_refused": activityKind(pushParams, ({ domain, email }) => `Refused ${domain}, which ${email} offered.`),
	"domain.pushed": activityKind(pushParams, ({ domain, email }) => `${domain} was moved to ${email}, who accepted it.`),
	"domain.received": activityKind(pushParams, ({ domain, email }) => `Accepted ${domain} from ${email}.`),
	"domain.transfer_approved": activityKind(
		transferParams,
		({ domain, to }) => `Approved the transfer of ${domain} to ${registrarNamed(to)}.`,
	),
	"domain.transfer_rejected": activityKind(
		transferParams,
		({ domain, to }) => `Rejected the transfer of ${domain} to ${registrarNamed(to)}, and locked it.`,
	),
	"domain.refreshed": activityKind(domainParams, ({ domain }) => `Updated ${domain} from its registry.`),
	"domain.moved": activityKind(domainParams, ({ domain }) => `${domain} was moved to another account.`),
	"domain.transferred": activityKind(domainParams, ({ domain }) => `${domain} was transferred to another registrar.`),
	"domain.lost": activityKind(domainParams, ({ domain }) => `${domain} is no longer registered with us.`),
	"domain.released": activityKind(domainParams, ({ domain }) => `${domain} was released: it was not renewed in time.`),
};

const toDomain = ({ domainId }: { domainId: string }) => href("/dashboard/domains/:domainId", { domainId });

export const domainsNotifications = {
	/** `expiresAt` in ms. */
	"domain.offered": notificationKind(
		domainParams.extend({ from: z.string(), pushId: z.string(), expiresAt: z.number() }),
		{
			title: ({ domain }) => `${domain} is offered to you`,
			body: ({ from, expiresAt }, reader) =>
				`${from} wants to move it to your account. Accept or refuse it until ${formatDay(expiresAt, reader)}.`,
			href: ({ pushId }) => href("/dashboard/domains/offers/:pushId", { pushId }),
		},
	),
	"domain.pushed": notificationKind(pushParams, {
		title: ({ domain }) => `${domain} was moved to another account`,
		body: ({ email }) => `${email} has accepted it.`,
		href: () => null,
	}),
	"domain.push_declined": notificationKind(pushParams.extend({ domainId: z.string() }), {
		title: ({ domain }) => `${domain} stays in your account`,
		body: ({ email }) => `${email} has refused it.`,
		href: toDomain,
	}),
	"domain.push_expired": notificationKind(pushParams.extend({ domainId: z.string() }), {
		title: ({ domain }) => `${domain} stays in your account`,
		body: ({ email }) => `${email} did not answer your offer in time.`,
		href: toDomain,
	}),
	"domain.moved": notificationKind(domainParams, {
		title: ({ domain }) => `${domain} was moved to another account`,
		body: () => "Someone used its authorization code there. If you didn't expect this, call us right away.",
		href: () => null,
	}),
	"domain.transferred": notificationKind(domainParams, {
		title: ({ domain }) => `${domain} was transferred to another registrar`,
		body: () => "It is no longer in your account. If you didn't expect this, call us right away.",
		href: () => null,
	}),
	"domain.transfer_requested": notificationKind(transferParams.extend({ domainId: z.string() }), {
		title: ({ domain }) => `Another registrar asked for ${domain}`,
		body: () => "The domain's page shows how to approve or reject the transfer.",
		href: toDomain,
	}),
	"domain.lost": notificationKind(domainParams, {
		title: ({ domain }) => `${domain} is no longer in your account`,
		body: () => "Its registry reports that your registration has ended. If you didn't expect this, call us right away.",
		href: () => null,
	}),
	"domain.taken_back": notificationKind(domainParams, {
		title: ({ domain }) => `${domain} was deleted`,
		body: () => "We paid its registration back, so we deleted it at its registry.",
		href: () => null,
	}),
	"domain.released": notificationKind(domainParams, {
		title: ({ domain }) => `${domain} is no longer yours`,
		body: () => "It was not renewed in time, so its registry released it. Anyone can register it now.",
		href: () => null,
	}),
};
