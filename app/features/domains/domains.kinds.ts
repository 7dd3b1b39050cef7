import { z } from "zod";
import { activityKind, notificationKind } from "~/lib/kinds";

/** `domain`: Unicode form. */
const domainParams = z.object({ domain: z.string() });

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
		({ domain }) => `Had the registrar's email to the registrant of ${domain} sent again.`,
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
	"domain.refreshed": activityKind(domainParams, ({ domain }) => `Updated ${domain} from its registry.`),
	"domain.moved": activityKind(domainParams, ({ domain }) => `${domain} was moved to another account.`),
	"domain.lost": activityKind(domainParams, ({ domain }) => `${domain} is no longer registered with us.`),
	"domain.released": activityKind(domainParams, ({ domain }) => `${domain} was released: it was not renewed in time.`),
};

export const domainsNotifications = {
	"domain.moved": notificationKind(domainParams, {
		title: ({ domain }) => `${domain} was moved to another account`,
		body: () => "Someone used its authorization code there. If you didn't expect this, call us right away.",
		href: () => null,
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
