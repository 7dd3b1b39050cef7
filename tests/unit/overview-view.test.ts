import { expect, test } from "vitest";
import type { Customer } from "~/features/accounts/customer";
import type { JobKind } from "~/features/orders/job";
import type { JobReason } from "~/features/orders/job-reason";
import type { Overview } from "~/features/portal/overview.server";
import { overviewView } from "~/features/portal/overview-view";

const customer = {
	...{ firstName: "Amina", email: "amina@example.com", mailRefusedAt: null },
	...{ timezone: "Africa/Nairobi", language: "en-GB", createdAt: 0 },
} as Customer;

const jobOf = (kind: JobKind, code: JobReason["code"]) => ({
	...{ id: kind, orderId: "order", domain: "tujenge.co.ke", name: "Till" },
	...{ kind, state: "action_required", message: null, attempts: 1, needs: null },
	note: { reason: { code, name: "Till" }, credit: null },
});

test("what staff do by hand does not need the customer's attention", () => {
	const jobs = [
		...[jobOf("ship_hardware", "packing"), jobOf("activate_addon", "activation")],
		...[jobOf("create_hosting", "set_up_by_hand"), jobOf("register_domain", "needs_check")],
	];
	const overview = {
		domains: [],
		plans: [],
		unpaid: [],
		jobs,
		unconfirmed: [],
		accounts: [],
	} as unknown as Overview;
	const { attention, running } = overviewView(overview, customer, 0);
	expect(attention.map(({ id }) => id)).toEqual(["register_domain"]);
	expect(running.map(({ id }) => id)).toEqual(["ship_hardware", "activate_addon", "create_hosting"]);
});

const empty = { domains: [], plans: [], unpaid: [], jobs: [], accounts: [] };

test("a registrant's address that is not confirmed needs the customer's attention", () => {
	const registrantDeadline = Date.UTC(2026, 11, 8, 9);
	const domain = { id: "dom_1", name: "neema.com", registrantCheck: "pending", registrantDeadline };
	const attentionOf = (more: object) =>
		overviewView({ ...empty, unconfirmed: [{ ...domain, ...more }] } as unknown as Overview, customer, 0).attention;
	expect(attentionOf({})).toMatchObject([
		{
			title: "Confirm your email address for neema.com",
			note: expect.stringContaining("by 8 Dec 2026"),
			href: "/dashboard/domains/dom_1",
		},
	]);
	expect(attentionOf({ registrantCheck: "suspended" })).toMatchObject([{ title: "neema.com is suspended" }]);
	expect(attentionOf({ registrantCheck: "due" })).toEqual([]);
});

test("a plan that staff ended needs the customer's attention while its content is kept", () => {
	const plan = {
		id: "hst_1",
		name: "Starter",
		type: "web",
		domain: null,
		status: "suspended",
		expiresAt: 0,
		cancelledAt: 0,
	};
	const viewOf = (more: object) =>
		overviewView({ ...empty, plans: [{ ...plan, ...more }], unconfirmed: [] } as unknown as Overview, customer, 1);
	const ended = viewOf({ endedReason: "Refunded", keptUntil: Date.UTC(2026, 11, 23, 9) });
	expect(ended.attention).toMatchObject([
		{ title: "Starter has ended", note: "We keep its content until 23 Dec 2026. Contact us if you need a copy." },
	]);
	expect(ended.plans).toMatchObject([{ note: "Ended 1 Jan 1970", state: "terminated" }]);
	const suspended = viewOf({ endedReason: null, cancelledAt: null, keptUntil: null });
	expect(suspended.attention).toMatchObject([{ title: "Starter is suspended" }]);
});

test("an address that takes no emails needs the customer's attention", () => {
	const overview = { ...empty, unconfirmed: [] };
	const { attention } = overviewView(overview, { ...customer, mailRefusedAt: 1 }, 0);
	expect(attention).toMatchObject([{ verb: "Open", href: "/dashboard/account-settings/email" }]);
	expect(attention[0]?.note).toContain("amina@example.com");
});

test("an invitation to another account is for the account's own customer", () => {
	const invitation = {
		id: "mem_1",
		email: "daudi@example.com",
		name: "Daudi Otieno",
		company: null,
		role: "technical",
	};
	const used = { ...invitation, id: "mem_2", company: "Tujenge Studio", invitedAt: 0, acceptedAt: 0 };
	const accounts = [{ ...invitation, invitedAt: 0, acceptedAt: null }, used] as const;
	const overview = { ...empty, unconfirmed: [], accounts } as unknown as Overview;
	const seenBy = (acting: Customer["acting"]) => overviewView(overview, { ...customer, acting }, 0);
	expect(seenBy(null)).toMatchObject({
		attention: [{ title: "Daudi Otieno invites you to their account", href: "/dashboard/account-settings/people" }],
		accounts: [{ title: "Account of Tujenge Studio", note: "Your role: Technical" }],
	});
	expect(seenBy({ role: "staff", until: 1 })).toMatchObject({ attention: [], accounts: [] });
});
