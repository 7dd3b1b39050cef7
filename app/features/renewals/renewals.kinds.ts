import { href } from "react-router";
import { z } from "zod";
import { activityKind, notificationKind } from "~/lib/kinds";
import { formatMoney } from "~/lib/money";
import { moneySchema } from "~/lib/money.schema";

/** `name`: of the domain or plan. */
export const renewalsActivity = {
	"invoice.issued": activityKind(
		z.object({ name: z.string() }),
		({ name }) => `Made the invoice for the renewal of ${name}.`,
	),
};

export const renewalsNotifications = {
	"invoice.issued": notificationKind(z.object({ invoiceId: z.string(), name: z.string(), total: moneySchema }), {
		title: ({ total }, { language }) => `A new invoice: ${formatMoney(total, language)}`,
		body: ({ name }) => `For the renewal of ${name}. Once it is paid, it goes on without a break.`,
		href: ({ invoiceId }) => href("/dashboard/invoices/:invoiceId", { invoiceId }),
	}),
};
