import { DAY, HOUR } from "~/lib/durations";
import { type SomeRows, seedId, YEAR } from "../rows";
import { demoUserId } from "./account";

export function demoHosting(now: number): SomeRows {
	const common = { userId: demoUserId, status: "active" as const, currency: "USD" as const, termMonths: 1 };
	return {
		hostingPlans: [
			{
				...common,
				id: seedId("hst", "demo", 0),
				productId: "web-business",
				name: "Business",
				type: "web",
				domain: "tujenge.com",
				domainProvenAt: now - YEAR,
				ip: "192.0.2.10",
				price: 1299,
				resources: {
					disk: { used: 31, total: 50, unit: "GB" },
					bandwidth: { used: 412, total: 500, unit: "GB" },
					databases: { used: 4, total: 20 },
					domains: { used: 3, total: 10 },
					emailAccounts: { used: 12, total: 50 },
				},
				usageAt: now - HOUR,
				features: ["10 websites", "50 email accounts", "Free SSL certificates", "Daily backups"],
				createdAt: now - YEAR,
				expiresAt: now + 9 * DAY,
				updatedAt: now - 21 * DAY,
			},
			{
				...common,
				id: seedId("hst", "demo", 1),
				productId: "email-pro",
				name: "Email Pro",
				type: "email",
				domain: "tujengelabs.io",
				domainProvenAt: now - YEAR + 30 * DAY,
				price: 699,
				resources: {
					storage: { used: 57, total: 625, unit: "GB" },
					accounts: { used: 9, total: 25 },
					forwarding: { used: 6, total: "Unlimited" },
				},
				usageAt: now - HOUR,
				features: ["25 GB for each mailbox", "25 mailboxes", "Webmail", "Spam filter"],
				createdAt: now - YEAR + 30 * DAY,
				expiresAt: now + 23 * DAY,
				updatedAt: now - 7 * DAY,
			},
		],
	};
}
