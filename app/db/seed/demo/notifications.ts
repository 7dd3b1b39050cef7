import { href } from "react-router";
import type { Actor } from "~/features/activity/actor";
import { DAY, HOUR } from "~/lib/durations";
import type { ActivityKindName, ActivityParams, NotificationKindName, NotificationParams } from "~/registry";
import { type SomeRows, seedId } from "../rows";
import { demoOrderId, demoUserId } from "./account";

/** Infers the type of the parameters from the kind. */
const entry = <K extends ActivityKindName>(kind: K, params: ActivityParams<K>) => ({ kind, params });

const notice = <K extends NotificationKindName>(kind: K, params: NotificationParams<K>) => ({ kind, ...params });

/** An entry with a finished text. */
const sentence = (kind: string, text: string) => ({ kind, params: { text } });

const registryStep = { code: "registry_step", name: "tujenge.africa" } as const;

/** How long ago, who, what. */
const activity: readonly (readonly [number, Actor, { kind: string; params: Record<string, unknown> }])[] = [
	[2 * HOUR, "system", entry("job.action_required", { reason: registryStep })],
	[4 * HOUR, "staff", entry("project.post_added", { by: "Juma Mwangi", project: "Duka online shop" })],
	[5 * HOUR, "customer", sentence("order.placed", "Ordered the registration of tujenge.africa.")],
	[26 * HOUR, "customer", entry("project.post_added", { by: null, project: "Duka online shop" })],
	[2 * DAY, "customer", sentence("domain.auto_renew", "Turned auto-renew off for tujenge.dev.")],
	[4 * DAY, "system", sentence("invoice.issued", "Invoice for the second milestone of Duka online shop.")],
	[9 * DAY, "system", sentence("domain.expired", "tujenge.co expired.")],
	[21 * DAY, "system", sentence("hosting.renewed", "Business hosting for tujenge.com was renewed.")],
];

const notifications = [
	{
		kind: "domain.expiring",
		title: "tujenge.dev expires in 12 days",
		href: `${href("/dashboard/domains/:domainId", { domainId: seedId("dom", "demo", 2) })}#renew`,
		body: "Auto-renew is off. Turn it on, or renew before the name lapses.",
		ago: 3 * HOUR,
		read: false,
	},
	{
		...notice("job.action_required", {
			reason: registryStep,
			orderId: demoOrderId,
			name: registryStep.name,
			task: null,
		}),
		ago: 2 * HOUR,
		read: false,
	},
	{
		kind: "invoice.issued",
		title: "New invoice: $249.99",
		href: href("/pay/:invoiceId", { invoiceId: seedId("inv", "demoopen") }),
		body: "For the second milestone of Duka online shop. Pay with M-Pesa or a card.",
		ago: 4 * DAY,
		read: false,
	},
	{
		kind: "hosting.usage",
		title: "Bandwidth of tujenge.com is above 80%",
		href: href("/dashboard/hosting"),
		body: "412 of 500 GB are used this month.",
		ago: 8 * DAY,
		read: true,
	},
];

export function demoNotifications(now: number): SomeRows {
	return {
		activityLog: activity.map(([ago, actor, { kind, params }], index) => ({
			id: seedId("act", "demo", index),
			userId: demoUserId,
			actor,
			kind,
			params,
			message: "",
			createdAt: now - ago,
		})),
		notifications: notifications.map(({ ago, read, kind, ...params }, index) => ({
			id: seedId("ntf", "demo", index),
			userId: demoUserId,
			kind,
			params,
			title: "",
			body: "",
			createdAt: now - ago,
			readAt: read ? now - ago + HOUR : null,
		})),
	};
}
