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
		({ name }) => `Made the invoice for the renewal of ${name}.`,
	),
	"domain.expired": activityKind(domainParams, ({ domain }) => `${domain} expired.`),
	"domain.redemption": activityKind(
		domainParams,
		({ domain }) => `${domain} went into redemption: it was not renewed in time.`,
	),
};

export const renewalsNotifications = {
	"invoice.issued": notificationKind(z.object({ invoiceId: z.string(), name: z.string(), total: moneySchema }), {
		title: ({ total }, { language }) => `A new invoice: ${formatMoney(total, language)}`,
		body: ({ name }) => `For the renewal of ${name}. Once it is paid, it goes on without a break.`,
		href: ({ invoiceId }) => href("/dashboard/invoices/:invoiceId", { invoiceId }),
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
				if (expired) return `It expired on ${formatDay(expiresAt, reader)}. Renew it before it is lost.`;
				return autoRenew
					? "It renews by itself once its invoice is paid."
					: "Renew it, and it goes on without a break.";
			},
			href: ({ domainId }) => `${href("/dashboard/domains/:domainId", { domainId })}#renew`,
		},
	),
};
