import { href } from "react-router";
import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind, notificationKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

const domainParams = z.object({ domain: z.string() });

/** `name`: of the domain or plan. */
export const renewalsActivity = {
	"invoice.issued": activityKind(
		z.object({ name: z.string() }),
		({ name }) => `Issued an invoice for the renewal of ${name}.`,
	),
	"domain.expired": activityKind(domainParams, ({ domain }) => `${domain} expired.`),
	"domain.redemption": activityKind(
		domainParams,
		({ domain }) => `${domain} entered redemption because it was not renewed in time.`,
	),
	"plan.ended": activityKind(
		z.object({ plan: z.string() }),
		({ plan }) => `The hosting plan ${plan} has ended, because its renewal was not paid.`,
	),
	"plan.suspended": activityKind(
		z.object({ plan: z.string() }),
		({ plan }) => `Suspended the hosting plan ${plan}, because its renewal was not paid.`,
	),
};

export const renewalsNotifications = {
	"invoice.issued": notificationKind(z.object({ invoiceId: z.string(), name: z.string(), total: moneySchema }), {
		title: ({ total }, { language }) => `New invoice: ${formatMoney(total, language)}`,
		body: ({ name }) => `For the renewal of ${name}. Pay it to renew without interruption.`,
		href: ({ invoiceId }) => href("/pay/:invoiceId", { invoiceId }),
	}),
	"plan.ended": notificationKind(z.object({ plan: z.string() }), {
		title: ({ plan }) => `${plan} has ended`,
		body: () => "Its renewal was not paid, so its content was deleted. Contact us soon if you still need it.",
		href: () => href("/contact"),
	}),
	/** `keptUntil` in ms. */
	"plan.suspended": notificationKind(z.object({ plan: z.string(), invoiceId: z.string(), keptUntil: z.number() }), {
		title: ({ plan }) => `${plan} is suspended`,
		body: ({ keptUntil }, reader) =>
			`Its renewal was not paid. Pay the invoice to use it again. We keep its content until ${formatDay(keptUntil, reader)}.`,
		href: ({ invoiceId }) => href("/pay/:invoiceId", { invoiceId }),
	}),
	/** `until`: until when the customer can restore it themselves, in ms. Null if they can't. */
	"domain.redemption": notificationKind(domainParams.extend({ domainId: z.string(), until: z.number().nullable() }), {
		title: ({ domain }) => `${domain} was not renewed in time`,
		body: ({ until }, reader) =>
			until === null
				? "It no longer works. Contact us as soon as you can if you want to keep it."
				: `It no longer works. You can restore it until ${formatDay(until, reader)}.`,
		href: ({ domainId }) => `${href("/dashboard/domains/:domainId", { domainId })}#restore`,
	}),
	/** `expiresAt` in ms. */
	"domain.expiring": notificationKind(
		domainParams.extend({
			domainId: z.string(),
			expiresAt: z.number(),
			expired: z.boolean(),
			autoRenew: z.boolean(),
		}),
		{
			title: ({ domain, expired, expiresAt }, reader) =>
				expired ? `${domain} has expired` : `${domain} expires on ${formatDay(expiresAt, reader)}`,
			body({ expired, expiresAt, autoRenew }, reader) {
				if (expired) return `It expired on ${formatDay(expiresAt, reader)}. Renew it before you lose it.`;
				return autoRenew
					? "It renews automatically once you pay its invoice."
					: "Renew it to keep it without interruption.";
			},
			href: ({ domainId }) => `${href("/dashboard/domains/:domainId", { domainId })}#renew`,
		},
	),
};
