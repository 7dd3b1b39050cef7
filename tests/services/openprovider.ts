import { Hono } from "hono";
import type { DomainObject } from "~/platform/registrar/openprovider/domain-object";
import { createFaults } from "./faults";

interface Account {
	readonly clock: () => number;
	readonly username?: string;
	readonly password?: string;
}

/** A domain's record, as the API shows it. */
type Stored = Partial<Omit<DomainObject, "active_date" | "order_date" | "renewal_date">> & {
	id: number;
	domain: { name: string; extension: string };
	status: string;
	comments: string;
	order_date: string;
	active_date: string;
	renewal_date: string;
	auth_code: string;
	[field: string]: unknown;
};

const inAmsterdam = new Intl.DateTimeFormat("sv-SE", {
	...{ timeZone: "Europe/Amsterdam", dateStyle: "short", timeStyle: "medium" },
});

/** Times are Amsterdam's. */
export const amsterdam = (time: number): string => inAmsterdam.format(time);

/**
 * OpenProvider's REST API v1beta as its documentation says (docs.openprovider.com/swagger.json; limits: article 218390187
 * of support.openprovider.eu; codes: AntagonistHQ/openprovider.py, exception_map.py).
 */
export function createOpenProvider({ clock, username = "shop", password = "secret" }: Account) {
	const domains: Stored[] = [];
	const customers: Record<string, unknown>[] = [];
	const tokens = new Set<string>();
	const calls: { readonly call: string; readonly body: Record<string, unknown> }[] = [];
	const logins: number[] = [];
	const history = new Map<string, number[]>();
	const state = {
		/** Until support lifts it. */
		isBlocked: false,
		balance: 1_000,
		/** HTTP status of wrong credentials and expired tokens. */
		authStatus: 200 as 200 | 500,
		password,
		/** Names that others hold, with their authorization codes. */
		elsewhere: new Map<string, string>(),
		/** Names that another registrar has asked for. */
		leaving: new Set<string>(),
		premium: new Map<string, { currency: string; create: number }>(),
		/** Names that are suspended, because the registrant did not confirm the address. */
		suspended: new Set<string>(),
		/** Emails to registrants that were asked for. */
		verificationEmails: [] as { action: string; email: string }[],
		/** Prices of a year by extension: what we pay, and what the registry asks. Others have none. */
		prices: new Map([["com", { currency: "EUR", create: 8.47, renew: 8.99 }]]),
		/** What the next order becomes. */
		nextStatus: "ACT",
		/** Domains in one answer, whatever the request says. */
		mostListed: 500,
		/** The code of the next answer. */
		nextCode: 0,
	};
	const app = new Hono().basePath("/v1beta");
	const ok = (data: unknown) => ({ code: 0, data, desc: "", maintenance: false, warnings: [] });
	const refuse = (code: number, desc: string) => ({ code, desc, data: null, maintenance: false, warnings: [] });
	const nameOf = ({ domain }: Pick<Stored, "domain">) => `${domain.name}.${domain.extension}`;
	const year = (time: string, years: number) => `${Number(time.slice(0, 4)) + years}${time.slice(4)}`;
	const isFree = (name: string) =>
		!state.elsewhere.has(name) && !domains.some((one) => nameOf(one) === name && !["FAI", "TRAN"].includes(one.status));

	app.use(async (context, next) => {
		const { method, path } = context.req;
		const query = new URL(context.req.url).search;
		const text = await context.req.raw.clone().text();
		const body = text ? JSON.parse(text) : {};
		const call = `${method} ${path.replace("/v1beta", "")}${query}`;
		calls.push({ call, body });
		if (path.endsWith("/auth/login")) return next();
		if (state.isBlocked) return context.json(refuse(10005, "Access denied"));
		if (!tokens.has(context.req.header("Authorization")?.replace("Bearer ", "") ?? ""))
			return context.json(refuse(196, "Authentication/Authorization Failed"), state.authStatus);
		const limit = path.endsWith("/check")
			? [20, 300, 50]
			: /^POST \/domains(\/transfer)?$/.test(call)
				? [1, 10, 4007]
				: [300, 300, 10005];
		const [most = 0, seconds = 0, code = 0] = limit;
		const identical = `${call} ${text}`;
		const recent = (history.get(identical) ?? []).filter((at) => at > clock() - seconds * 1_000);
		history.set(identical, [...recent, clock()]);
		if (recent.length >= most) {
			if (code === 10005) state.isBlocked = true;
			return context.json(refuse(code, "API access temporarily blocked because of excessive use"));
		}
		if (state.nextCode !== 0) {
			const refused = refuse(state.nextCode, "Refused by the test");
			state.nextCode = 0;
			return context.json(refused);
		}
		return next();
	});

	app.post("/auth/login", async (context) => {
		const given = await context.req.json();
		logins.push(clock());
		if (given.username !== username || given.password !== state.password)
			return context.json(refuse(196, "Authentication/Authorization Failed"), state.authStatus);
		const token = `token-${logins.length}`;
		tokens.add(token);
		return context.json(ok({ reseller_id: 123_456, token }));
	});

	app.post("/domains/check", async (context) => {
		const { domains: asked } = await context.req.json<{ domains: Stored["domain"][] }>();
		if (asked.length > 15) return context.json(refuse(399, "Too many domains"), 500);
		const results = asked.map((domain) => {
			const name = nameOf({ domain });
			const premium = state.premium.get(name);
			const price = { reseller: { price: 9.5, currency: "EUR" }, product: { price: 10.2, currency: "USD" } };
			return {
				...{ domain: name, status: isFree(name) ? "free" : "active", price },
				...(premium && {
					is_premium: true,
					premium: { currency: premium.currency, price: { create: premium.create } },
				}),
			};
		});
		return context.json(ok({ results }));
	});

	app.get("/domains/prices", (context) => {
		const name = `${context.req.query("domain.name")}.${context.req.query("domain.extension")}`;
		const { currency = "EUR", create = 9.5 } = state.premium.get(name) ?? {};
		return context.json(
			ok({ is_premium: state.premium.has(name), price: { reseller: { price: create / 2, currency } } }),
		);
	});

	function add(body: Record<string, unknown>, years: number): Stored {
		const now = amsterdam(clock());
		const { comments, name_servers, owner_handle, admin_handle, tech_handle, is_private_whois_enabled } = body;
		const record = {
			...{ name_servers, owner_handle, admin_handle, tech_handle, is_private_whois_enabled },
			id: 1_000_000 + domains.length,
			domain: body.domain as Stored["domain"],
			status: state.nextStatus,
			comments: String(comments ?? ""),
			order_date: now,
			active_date: now,
			renewal_date: year(now, years),
			expiration_date: year(now, years),
			auth_code: `code-${domains.length}`,
			is_locked: false,
			is_lockable: true,
			is_private_whois_allowed: true,
			modify_owner_allowed: true,
		} as Stored;
		state.nextStatus = "ACT";
		domains.push(record);
		return record;
	}
	const pay = () => {
		if (state.balance <= 0) return refuse(310, "Your credit is not enough!");
		state.balance -= 10;
		return undefined;
	};

	app.post("/domains", async (context) => {
		const body = await context.req.json();
		const name = nameOf(body);
		if (!customers.some(({ handle }) => handle === body.owner_handle))
			return context.json(refuse(331, "Invalid owner handle!"));
		if (domains.some((one) => nameOf(one) === name && one.status !== "TRAN"))
			return context.json(refuse(346, "Reseller cannot add duplicate domain"));
		if (!isFree(name)) return context.json(refuse(311, "The domain you want to register is not free!"));
		const premium = state.premium.get(name);
		if (premium && body.accept_premium_fee !== premium.create)
			return context.json(refuse(379, "You are about to register the premium domain."));
		const poor = pay();
		if (poor) return context.json(poor);
		const { id, status, renewal_date, expiration_date, auth_code } = add(body, body.period);
		return context.json(ok({ id, status, renewal_date, expiration_date, auth_code }));
	});

	app.post("/domains/transfer", async (context) => {
		const body = await context.req.json();
		const name = nameOf(body);
		if (domains.some((one) => nameOf(one) === name && one.status !== "TRAN"))
			return context.json(refuse(346, "Reseller cannot add duplicate domain"));
		const code = state.elsewhere.get(name);
		if (!code) return context.json(refuse(313, "The domain you want to transfer is free!"));
		if (body.auth_code !== code) return context.json(refuse(318, "Authorization code is incorrect or missing."));
		state.nextStatus = state.nextStatus === "ACT" ? "REQ" : state.nextStatus;
		const { id, status } = add(body, 1);
		return context.json(ok({ id, status }));
	});

	app.get("/domains", (context) => {
		const name = context.req.query("full_name");
		const found = domains.filter((one) => name === undefined || nameOf(one) === name).toSorted((a, b) => a.id - b.id);
		const [offset, limit] = [Number(context.req.query("offset") ?? 0), Number(context.req.query("limit") ?? 100)];
		const results = found.slice(offset, offset + Math.min(limit, state.mostListed));
		return context.json(ok({ results, total: found.length }));
	});

	const byId = (id: string) => domains.find((one) => String(one.id) === id);
	const notOurs = refuse(320, "The domain is not in your account");

	app.get("/domains/:id", (context) => {
		const found = byId(context.req.param("id"));
		return context.json(found ? ok(found) : notOurs);
	});
	app.put("/domains/:id", async (context) => {
		const found = byId(context.req.param("id"));
		if (!found) return context.json(notOurs);
		Object.assign(found, await context.req.json());
		return context.json(ok({ status: found.status }));
	});
	app.delete("/domains/:id", (context) => {
		const found = byId(context.req.param("id"));
		if (!found) return context.json(notOurs);
		if (found.status === "FAI") domains.splice(domains.indexOf(found), 1);
		else found.status = "DEL";
		return context.json(ok({ status: "DEL" }));
	});
	app.post("/domains/:id/renew", async (context) => {
		const found = byId(context.req.param("id"));
		if (!found) return context.json(notOurs);
		const poor = pay();
		if (poor) return context.json(poor);
		found.renewal_date = year(found.renewal_date, (await context.req.json()).period);
		return context.json(ok({ status: found.status }));
	});
	app.post("/domains/:id/restore", (context) => {
		const found = byId(context.req.param("id"));
		if (!found) return context.json(notOurs);
		if (found.status !== "DEL") return context.json(refuse(376, "Restore operation is not allowed for this domain"));
		found.status = "RRQ";
		return context.json(ok({ status: found.status }));
	});
	app.post("/domains/:id/transfer/approve", async (context) => {
		const found = byId(context.req.param("id"));
		if (!found) return context.json(notOurs);
		const { approve } = await context.req.json();
		if (approve !== 1 || !state.leaving.delete(nameOf(found)))
			return context.json(refuse(328, "The domain status does not allow this operation"));
		found.status = "TRAN";
		return context.json(ok({ success: true }));
	});
	app.post("/domains/:id/authcode/reset", (context) => {
		const found = byId(context.req.param("id"));
		if (!found) return context.json(notOurs);
		found.auth_code = `new-${found.auth_code}`;
		return context.json(ok({ auth_code: found.auth_code, success: true, type: "external" }));
	});
	app.get("/domains/:id/authcode", (context) => {
		const found = byId(context.req.param("id"));
		return context.json(found ? ok({ auth_code: found.auth_code, type: "external" }) : notOurs);
	});

	app.get("/tlds", (context) => {
		const asked = context.req.queries("extensions") ?? [];
		const withPrice = context.req.query("with_price") === "true";
		const results = asked.map((name) => {
			const { currency, create, renew } = state.prices.get(name) ?? { currency: "", create: 0, renew: 0 };
			const price = (amount: number) => ({
				product: { currency: "USD", price: amount / 2 },
				reseller: { currency, price: amount },
			});
			const prices = { create_price: price(create), renew_price: price(renew), transfer_price: price(create) };
			return { name, status: "ACT", ...(withPrice && state.prices.has(name) && { prices }) };
		});
		return context.json(ok({ results, total: results.length }));
	});

	app.get("/resellers", (context) => context.json(ok({ id: 123_456, balance: state.balance, reserved_balance: 0 })));

	app.get("/customers/verifications/emails/domains", (context) => {
		const found = domains.filter((one) => nameOf(one) === context.req.query("domain"));
		const results = found.map((one) => ({
			...{ domain: nameOf(one), handle: one.owner_handle, status: one.verification_email_status },
			is_suspended: state.suspended.has(nameOf(one)),
		}));
		return context.json(ok({ results, total: results.length }));
	});
	for (const action of ["start", "restart"])
		app.post(`/customers/verifications/emails/${action}`, async (context) => {
			const { email, handle } = await context.req.json();
			if (!email || !handle) return context.json(refuse(399, "No email"));
			state.verificationEmails.push({ action, email });
			return context.json(ok({ success: true }));
		});

	app.get("/customers", (context) => {
		const pattern = context.req.query("comment_pattern");
		return context.json(ok({ results: customers.filter(({ comments }) => comments === pattern) }));
	});
	app.post("/customers", async (context) => {
		const body = await context.req.json();
		const { address, phone } = body;
		if (!address?.street || !address.city || !address.zipcode || !/^[A-Z]{2}$/.test(address.country))
			return context.json(refuse(115, "Empty zipcode field!"));
		if (!/^\+\d+$/.test(phone?.country_code) || !phone.area_code || !phone.subscriber_number)
			return context.json(refuse(136, "Incomplete telephone number!"));
		const handle = `AO${100_000 + customers.length}-KE`;
		customers.push({ ...body, handle });
		return context.json(ok({ handle }));
	});

	const faults = createFaults((request) => app.fetch(request));
	return {
		...{ state, domains, customers, calls, logins, faults },
		fetch: (url: string, init: RequestInit) => faults.fetch(new Request(url, init)),
		/** The record of a name. */
		record(name: string): Stored {
			const found = domains.findLast((one) => nameOf(one) === name);
			if (!found) throw new Error(`OpenProvider has no ${name}`);
			return found;
		},
		/** Calls that begin with this text. */
		count: (start: string) => calls.filter(({ call }) => call.startsWith(start)).length,
		expireTokens: () => tokens.clear(),
		/** The transfer or restore is done. */
		finish(name: string): void {
			const record = this.record(name);
			if (record.status === "RRQ") record.renewal_date = year(record.renewal_date, 1);
			record.status = "ACT";
		},
		/** Ends a registration that was not renewed. It can be restored cheaply until `soft`, and until `hard` for a fee. */
		quarantine(name: string, { soft, hard }: { soft: number; hard: number }): void {
			const dates = { soft_quarantine_expiry_date: amsterdam(soft), hard_quarantine_expiry_date: amsterdam(hard) };
			Object.assign(this.record(name), { status: "DEL", ...dates });
		},
	};
}
