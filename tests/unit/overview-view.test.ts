import { expect, test } from "vitest";
import type { Customer } from "~/features/accounts/customer";
import type { JobKind } from "~/features/orders/job";
import type { Overview } from "~/features/portal/overview.server";
import { overviewView } from "~/features/portal/overview-view";

const customer = {
	...{ firstName: "Amina", email: "amina@example.com", mailRefusedAt: null },
	...{ timezone: "Africa/Nairobi", language: "en-GB", createdAt: 0 },
} as Customer;

const jobOf = (kind: JobKind) => ({
	...{ id: kind, orderId: "order", domain: "tujenge.co.ke", name: "Till" },
	...{ kind, state: "action_required", note: null, message: null, attempts: 1, needs: null },
});

test("what staff do for every order does not need the customer's attention", () => {
	const jobs = [jobOf("ship_hardware"), jobOf("activate_addon"), jobOf("register_domain")];
	const overview = { domains: [], plans: [], unpaid: [], jobs } as unknown as Overview;
	const { attention, running } = overviewView(overview, customer, 0);
	expect(attention.map(({ id }) => id)).toEqual(["register_domain"]);
	expect(running.map(({ id }) => id)).toEqual(["ship_hardware", "activate_addon"]);
});

test("an address that takes no emails needs the customer's attention", () => {
	const overview = { domains: [], plans: [], unpaid: [], jobs: [] };
	const { attention } = overviewView(overview, { ...customer, mailRefusedAt: 1 }, 0);
	expect(attention).toMatchObject([{ verb: "Open", href: "/dashboard/account-settings/email" }]);
	expect(attention[0]?.note).toContain("amina@example.com");
});
