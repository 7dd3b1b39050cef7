import { href } from "react-router";
import { brand } from "~/brand";
import { DAY } from "~/lib/durations";
import { kes } from "~/lib/money";
import type { SeedInvoice } from "./billing";
import { type SomeRows, seedId, YEAR } from "./rows";

const userId = seedId("usr", "ordinary");
const billedTo = { name: "Wanjiru Kamau", email: "wanjiru@example.org", city: "Nakuru", country: "Kenya" };
const nameservers = [...brand.nameservers];
const name = "wanjirubakes.co.ke";

/** Another account, billed in shillings. The demo customer must never see its data. */
export function ordinaryCustomer({ now, passwordHash }: { now: number; passwordHash: string }): SomeRows {
	const createdAt = now - 200 * DAY;
	const expiresAt = createdAt + YEAR;
	return {
		users: [
			{
				id: userId,
				email: billedTo.email,
				firstName: "Wanjiru",
				lastName: "Kamau",
				country: "Kenya",
				phone: "+254700000202",
				currency: "KES",
				status: "active",
				passwordHash,
				verifiedAt: createdAt,
				createdAt,
				updatedAt: createdAt,
			},
		],
		domains: [
			{
				id: seedId("dom", "ordinary"),
				userId,
				name,
				tld: "co.ke",
				status: "active",
				ssl: true,
				nameservers,
				registeredAt: createdAt,
				expiresAt,
				createdAt,
				updatedAt: createdAt,
			},
		],
		dnsRecords: [
			{
				id: seedId("dns", "ordinary"),
				domainId: seedId("dom", "ordinary"),
				type: "A",
				name: "@",
				value: "192.0.2.40",
				ttl: 3_600,
			},
		],
		hostingPlans: [
			{
				id: seedId("hst", "ordinary"),
				userId,
				productId: "package-starter",
				name: "Starter",
				type: "web",
				status: "active",
				domain: name,
				domainProvenAt: createdAt,
				ip: "192.0.2.40",
				price: 420_000,
				currency: "KES",
				termMonths: 12,
				resources: {
					disk: { used: 6, total: 35, unit: "GB" },
					bandwidth: { used: 18, total: "Unlimited", unit: "GB" },
				},
				features: ["35 GB NVMe storage", "4 GB RAM", "Free SSL certificate", "Control panel"],
				createdAt,
				expiresAt,
				updatedAt: createdAt,
			},
		],
		activityLog: [
			{
				id: seedId("act", "ordinary"),
				userId,
				actor: "system",
				kind: "domain.registered",
				params: { text: `${name} is registered.` },
				message: "",
				subjectId: seedId("dom", "ordinary"),
				createdAt,
			},
		],
		notifications: [
			{
				id: seedId("ntf", "ordinary"),
				userId,
				kind: "domain.registered",
				params: {
					title: `${name} is yours`,
					body: "The name is registered and points to your hosting.",
					href: href("/dashboard/domains"),
				},
				title: "",
				body: "",
				createdAt,
				readAt: createdAt + DAY,
			},
		],
		sandboxRegistry: [{ name, state: "registered", authCode: "sample-wanjiru", nameservers, expiresAt, createdAt }],
	};
}

export function ordinaryInvoices(now: number): SeedInvoice[] {
	const issuedAt = now - 200 * DAY;
	return [
		{
			label: "ordinarypaid",
			userId,
			billedTo,
			issuedAt,
			paidAt: issuedAt,
			lines: [
				{ description: "Starter package, one year", quantity: 1, unit: kes(4200) },
				{ description: `Registration of ${name}, 1 year`, quantity: 1, unit: kes(500) },
			],
		},
		{
			label: "ordinaryopen",
			userId,
			billedTo,
			issuedAt: now - 2 * DAY,
			lines: [{ description: "Automated backups, one month", quantity: 1, unit: kes(400) }],
		},
	];
}
