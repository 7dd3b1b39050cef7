import { brand } from "~/brand";
import { DAY, HOUR } from "~/lib/durations";
import { usd } from "~/lib/money";
import { invoiceAmounts } from "../billing";
import { type SomeRows, seedId, YEAR } from "../rows";
import { demoEmail, demoOrderId, demoUserId } from "./account";

const nameservers = [...brand.nameservers];

/** Days until each name expires: one is far off, one is due soon, one has expired, one is not registered yet. */
const names = [
	{ name: "tujenge.com", tld: "com", expiresIn: 214, autoRenew: true, ssl: true },
	{ name: "tujengelabs.io", tld: "io", expiresIn: 96, autoRenew: true, ssl: true },
	{ name: "tujenge.dev", tld: "dev", expiresIn: 12, autoRenew: false, ssl: true },
	{ name: "tujenge.co", tld: "co", expiresIn: -9, autoRenew: false, ssl: false },
] as const;

const pending = { name: "tujenge.africa", tld: "africa" };
const lineId = seedId("lin", "demoorder");
const objectId = (index: number) => `sample-${index}`;

export function demoDomains(now: number): SomeRows {
	const owned = names.map(({ expiresIn, ...domain }, index) => {
		const expiresAt = now + expiresIn * DAY;
		const registeredAt = expiresAt - 2 * YEAR;
		return {
			id: seedId("dom", "demo", index),
			userId: demoUserId,
			...domain,
			registryId: objectId(index),
			nameservers,
			privacy: true,
			status: expiresIn > 0 ? ("active" as const) : ("expired" as const),
			locked: domain.name !== "tujenge.dev",
			registeredAt,
			expiresAt,
			createdAt: registeredAt,
			updatedAt: registeredAt,
		};
	});
	const waiting = {
		id: seedId("dom", "demo", owned.length),
		userId: demoUserId,
		...pending,
		status: "pending" as const,
		orderLineId: lineId,
		autoRenew: true,
		nameservers,
		createdAt: now - 5 * HOUR,
		updatedAt: now - 5 * HOUR,
	};
	return {
		domains: [...owned, waiting],
		domainPushes: owned.slice(1, 2).map(({ id, registeredAt }) => receivedFrom(id, registeredAt)),
		addons: owned.slice(0, 1).map(({ id, expiresAt }) => certificate(id, expiresAt)),
		dnsRecords: owned.flatMap((domain, index) => records(domain.id, domain.name, index)),
		sandboxRegistry: [...owned, waiting].map((domain, index) => ({
			name: domain.name,
			state: "registered" as const,
			objectId: objectId(index),
			authCode: `sample-${index}`,
			nameservers,
			locked: !("locked" in domain) || domain.locked,
			expiresAt: "expiresAt" in domain ? domain.expiresAt : now + YEAR,
			createdAt: domain.createdAt,
		})),
		...pendingOrder(now),
	};
}

/** An accepted offer: the demo customer got this domain from another one. */
const receivedFrom = (domainId: string, registeredAt: number) => ({
	...{ id: seedId("psh", "demo"), domainId, userId: seedId("usr", "ordinary"), recipientEmail: demoEmail },
	...{
		recipientId: demoUserId,
		state: "accepted" as const,
		createdAt: registeredAt,
		expiresAt: registeredAt + 7 * DAY,
	},
	settledAt: registeredAt + DAY,
});

/** A paid certificate. Renews with its domain. */
function certificate(domainId: string, expiresAt: number) {
	const boughtAt = expiresAt - YEAR;
	return {
		id: seedId("add", "demo"),
		userId: demoUserId,
		productId: "addon-ssl",
		name: "Premium SSL",
		domainId,
		orderLineId: seedId("lin", "demoaddon"),
		price: 1154,
		currency: "USD" as const,
		termMonths: 12,
		activatedAt: boughtAt,
		expiresAt,
		createdAt: boughtAt,
		updatedAt: boughtAt,
	};
}

function records(domainId: string, name: string, index: number) {
	const ttl = 3_600;
	const rows = [
		{ type: "A", name: "@", value: `192.0.2.${10 + index}`, ttl },
		{ type: "CNAME", name: "www", value: name, ttl },
		{ type: "MX", name: "@", value: brand.mailHost, ttl, priority: 10 },
		{ type: "TXT", name: "@", value: `v=spf1 include:${brand.mailHost} -all`, ttl },
	] as const;
	return rows.map((row, position) => ({ id: seedId("dns", "demo", index * 10 + position), domainId, ...row }));
}

/** A paid order that waits for the customer, so that a pending domain can be seen. */
function pendingOrder(now: number): SomeRows {
	const at = now - 5 * HOUR;
	const unit = usd(2999);
	const amounts = invoiceAmounts({ lines: [{ description: "", quantity: 1, unit }] });
	return {
		orders: [
			{
				id: demoOrderId,
				userId: demoUserId,
				idempotencyKey: "sample",
				requestHash: "sample",
				state: "paid",
				...amounts,
				discount: 0,
				shipping: 0,
				createdAt: at,
				paidAt: at,
				contact: {
					firstName: "Amani",
					lastName: "Odhiambo",
					email: "amani@example.com",
					phone: "+254700000101",
					address: "Sample House, Ngong Road",
					city: "Nairobi",
					country: "Kenya",
				},
			},
		],
		orderLines: [
			{
				id: lineId,
				orderId: demoOrderId,
				position: 0,
				productId: "domain-registration",
				kind: "registration",
				name: pending.name,
				domain: pending.name,
				quantity: 1,
				details: {},
				unitAmount: unit.amount,
				amount: unit.amount,
			},
		],
		jobs: [
			{
				id: seedId("job", "demo"),
				orderId: demoOrderId,
				orderLineId: lineId,
				userId: demoUserId,
				kind: "register_domain",
				state: "action_required",
				payload: { domain: pending.name, years: 1 },
				note: { reason: { code: "registry_step", name: pending.name }, credit: null },
				nextAt: at,
				createdAt: at,
				updatedAt: at,
			},
		],
	};
}
