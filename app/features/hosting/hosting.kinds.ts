import { href } from "react-router";
import { z } from "zod";
import { formatDay } from "~/lib/dates";
import { activityKind, notificationKind } from "~/lib/kinds";

const planParams = z.object({ plan: z.string() });

/** `keptUntil` in ms. */
const endedParams = planParams.extend({ reason: z.string(), keptUntil: z.number() });

/** `until` in ms. */
const suspendedParams = planParams.extend({ reason: z.string(), until: z.number().nullable() });

export const hostingActivity = {
	"hosting.cancelled": activityKind(planParams, ({ plan }) => `Cancelled the hosting plan ${plan}.`),
	"hosting.recorded": activityKind(
		planParams.extend({ expiresAt: z.number() }),
		({ plan, expiresAt }, reader) =>
			`Added the hosting plan ${plan}, which is paid until ${formatDay(expiresAt, reader)}.`,
	),
	"hosting.kept": activityKind(planParams, ({ plan }) => `Withdrew the cancellation of the hosting plan ${plan}.`),
	"hosting.panel": activityKind(planParams, ({ plan }) => `Requested a sign-in link for the control panel of ${plan}.`),
	"hosting.password": activityKind(planParams, ({ plan }) => `Changed the control panel password of ${plan}.`),
	"hosting.domain": activityKind(
		planParams.extend({ domain: z.string() }),
		({ plan, domain }) => `Connected ${domain} to the hosting plan ${plan}.`,
	),
	"hosting.domain_chosen": activityKind(
		z.object({ domain: z.string() }),
		({ domain }) => `Chose ${domain} for a hosting plan.`,
	),
	"hosting.domain_removed": activityKind(
		planParams.extend({ domain: z.string() }),
		({ plan, domain }) =>
			`Removed ${domain} from the hosting plan ${plan}, because its new holder connected it to another plan.`,
	),
	"hosting.domain_moved": activityKind(
		planParams.extend({ domain: z.string() }),
		({ plan, domain }) => `Moved ${domain} from the hosting plan ${plan} to another plan.`,
	),
	"hosting.ended": activityKind(planParams, ({ plan }) => `The cancelled hosting plan ${plan} has ended.`),
	"hosting.ended_by_staff": activityKind(
		endedParams,
		({ plan, reason }) => `Ended the hosting plan ${plan}. Reason: ${reason}`,
	),
	"hosting.suspended_by_staff": activityKind(
		suspendedParams,
		({ plan, reason, until }, reader) =>
			`Suspended the hosting plan ${plan}${until === null ? "" : ` until ${formatDay(until, reader)}`}. Reason: ${reason}`,
	),
	"hosting.unsuspended": activityKind(planParams, ({ plan }) => `Ended the suspension of the hosting plan ${plan}.`),
	"hosting.content_deleted": activityKind(
		planParams,
		({ plan }) => `Deleted the content of the hosting plan ${plan}, which had ended.`,
	),
};

export const hostingNotifications = {
	"hosting.suspended_by_staff": notificationKind(suspendedParams, {
		title: ({ plan }) => `${plan} is suspended`,
		body: ({ reason, until }, reader) =>
			`Its websites and mailboxes do not work${until === null ? "" : ` until ${formatDay(until, reader)}`}. Reason: ${reason}`,
		href: () => href("/dashboard/hosting"),
	}),
	/** `dueAt` in ms. */
	"hosting.change_prepared": notificationKind(
		planParams.extend({ to: z.string(), invoiceId: z.string(), dueAt: z.number() }),
		{
			title: ({ plan, to }) => `${plan} can change to ${to}`,
			body: ({ dueAt }, reader) => `We have prepared the change. Pay its invoice by ${formatDay(dueAt, reader)}.`,
			href: ({ invoiceId }) => href("/pay/:invoiceId", { invoiceId }),
		},
	),
	"hosting.unsuspended": notificationKind(planParams, {
		title: ({ plan }) => `${plan} works again`,
		body: () => "We have ended its suspension.",
		href: () => href("/dashboard/hosting"),
	}),
	"hosting.ended": notificationKind(planParams.extend({ keptUntil: z.number() }), {
		title: ({ plan }) => `${plan} has ended`,
		body: ({ keptUntil }, reader) =>
			`You cancelled it. We keep its content until ${formatDay(keptUntil, reader)}. If you need a copy, contact us before that day.`,
		href: () => href("/dashboard/hosting"),
	}),
	"hosting.ended_by_staff": notificationKind(endedParams, {
		title: ({ plan }) => `${plan} has ended`,
		body: ({ reason, keptUntil }, reader) =>
			`We keep its content until ${formatDay(keptUntil, reader)}. If you need a copy, contact us before that day. Reason: ${reason}`,
		href: () => href("/dashboard/hosting"),
	}),
};
