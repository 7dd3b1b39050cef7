import { Hono } from "hono";
import { addYears } from "~/lib/add-years";
import { createFaults } from "./faults";

interface Account {
	readonly clock: () => number;
	readonly resellerId?: string;
	readonly apiKey?: string;
}

/** An order of a domain. Times in ms. */
interface Stored {
	orderid: string;
	domainname: string;
	customerid: string;
	currentstatus: string;
	orderstatus: string[];
	created: number;
	/** `orders.timestamp` of a search. */
	changed: string;
	end: number;
	domsecret: string;
	isPrivate: boolean;
	hasPrivacy: boolean;
	allowdeletion: boolean;
	action: { actiontype: string; actionstatus: string; actionstatusdesc: string } | null;
	ns: string[];
	contacts: Record<"registrant" | "admin" | "tech" | "billing", string>;
	/** Of the registrant's address, and when its check began. */
	raa: { status: string; start: number } | null;
	dnssec: { keytag: string; algorithm: string; digesttype: string; digest: string }[];
	cns: Record<string, string[]>;
	asked: string | null;
}

const seconds = (time: number): string => String(Math.floor(time / 1_000));

/** `2015-11-29 21:49:58.182+00` */
const recordedTime = (time: number): string => new Date(time).toISOString().replace("T", " ").replace("Z", "+00");

/**
 * LogicBoxes' HTTP API as its documentation says (manage.resellerclub.com/kb/answer/744), with the answers that
 * drzigman/WWW-LogicBoxes has recorded.
 */
export function createResellerClub({ clock, resellerId = "123456", apiKey = "key-of-the-tests" }: Account) {
	const orders: Stored[] = [];
	const customers: Record<string, string>[] = [];
	const contacts: Record<string, string>[] = [];
	const calls: { readonly call: string; readonly url: string; readonly params: URLSearchParams }[] = [];
	/** Work that waits for funds. */
	const unpaid: (() => void)[] = [];
	const state = {
		apiKey,
		/** HTTP status of refusals. */
		refusalStatus: 200 as 200 | 500,
		balance: 1_000,
		/** Names that others hold, with their authorization codes. */
		elsewhere: new Map<string, string>(),
		/** Names that can't leave their registrar. */
		stuck: new Set<string>(),
		premium: new Map<string, { create: number; renew: number; sellingCurrencySymbol: string }>(),
		/** What the next order becomes. */
		next: "Success" as "Success" | "waiting" | "Failed",
		/** The answer of the next call whose path contains the key. */
		refusals: new Map<string, Record<string, string>>(),
	};
	const app = new Hono().basePath("/api");
	const refused = (message: string) => ({ status: "ERROR", message });
	const isGone = ({ currentstatus }: Stored) => ["Deleted", "Archived"].includes(currentstatus);
	const ofName = (name: string | null) => orders.findLast((one) => one.domainname === name && !isGone(one));
	const ofId = (id: string | null) => orders.find(({ orderid }) => orderid === id);
	const isFree = (name: string) => !state.elsewhere.has(name) && !ofName(name);
	let nextId = 70_000_000;

	app.use(async (context, next) => {
		const { method, path, url } = context.req;
		const text = method === "GET" ? new URL(url).search : await context.req.raw.clone().text();
		const params = new URLSearchParams(text);
		const call = `${method} ${path.replace("/api/", "").replace(".json", "")}`;
		calls.push({ call, url, params });
		const answer = (body: unknown) => context.json(body as object, state.refusalStatus);
		if (params.get("auth-userid") !== resellerId || params.get("api-key") !== state.apiKey)
			return answer(refused("Access Denied: You are not authorized to perform this action"));
		for (const [part, refusal] of state.refusals) {
			if (!call.includes(part)) continue;
			state.refusals.delete(part);
			return answer(refusal);
		}
		return next();
	});

	/** A call with its parameters. Objects with a status of error are sent with `refusalStatus`. */
	function on(method: "GET" | "POST", path: string, run: (params: URLSearchParams) => unknown): void {
		app.on(method, `/${path}.json`, async (context) => {
			const text = method === "GET" ? new URL(context.req.url).search : await context.req.text();
			const answer = run(new URLSearchParams(text));
			const isRefusal = typeof answer === "object" && /^error$/i.test(Object(answer).status ?? "");
			return new Response(JSON.stringify(answer), {
				status: isRefusal ? state.refusalStatus : 200,
				headers: { "Content-Type": "application/json" },
			});
		});
	}
	const change = (path: string, run: (order: Stored, params: URLSearchParams) => unknown) =>
		on("POST", path, (params) => {
			const order = ofId(params.get("order-id"));
			if (!order) return refused(`No Entity found for Entityid: ${params.get("order-id")}`);
			order.changed = recordedTime(clock());
			return run(order, params) ?? accepted(order, "Mod", "Success");
		});
	const accepted = ({ orderid, domainname }: Stored, actiontype: string, status: string, desc = "") => ({
		...{ entityid: orderid, description: domainname, actiontype, actiontypedesc: actiontype, eaqid: "326759191" },
		...{ actionstatus: status, actionstatusdesc: desc || "Success", status, error: "NoError" },
	});

	/** Runs the work of an order if there are funds, or later. */
	function pay(order: Stored, actiontype: string, work: () => void) {
		if (state.balance > 0) {
			state.balance -= 10;
			work();
			return accepted(order, actiontype, "Success");
		}
		unpaid.push(work);
		const error = "Your request will be processed if / when sufficient funds are available in the reseller account.";
		return { ...accepted(order, actiontype, "InvoicePaid", "Order Locked In Processing."), error };
	}

	on("GET", "domains/available", (params) =>
		Object.fromEntries(
			params.getAll("domain-name").flatMap((label) =>
				params.getAll("tlds").map((tld) => {
					const name = `${label}.${tld}`;
					const premium = state.premium.get(name);
					const status = isFree(name) ? "available" : ofName(name) ? "regthroughus" : "regthroughothers";
					return [name, { classkey: "domcno", status, ...(premium && { costHash: premium }) }];
				}),
			),
		),
	);

	on("GET", "customers/details", (params) => {
		const email = params.get("username");
		const found = customers.find(({ username }) => username === email);
		return found ?? refused(`Customer ${email} not found`);
	});
	on("POST", "customers/v2/signup", (params) => {
		const given = Object.fromEntries(params);
		if (!given.username || !given.name || !given.company || !given.zipcode || !given.state)
			return refused("Required parameter missing");
		if (!/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!@#]).{9,16}$/.test(given.passwd ?? ""))
			return refused("Password does not match the rules");
		customers.push({ ...given, customerid: String(nextId++) });
		return Number(customers.at(-1)?.customerid);
	});
	on("POST", "contacts/add", (params) => {
		const given = Object.fromEntries(params);
		if (!customers.some(({ customerid }) => customerid === given["customer-id"])) return refused("Invalid customer-id");
		if (!given.zipcode || !/^\d{4,12}$/.test(given.phone ?? "") || !/^[A-Z]{2}$/.test(given.country ?? ""))
			return refused("{zipcode=Invalid}");
		contacts.push({ ...given, contactid: String(nextId++) });
		return Number(contacts.at(-1)?.contactid);
	});

	function add(params: URLSearchParams, years: number): Stored {
		const contact = params.get("reg-contact-id") ?? "";
		const order: Stored = {
			...{ orderid: String(nextId++), domainname: params.get("domain-name") ?? "" },
			...{ customerid: params.get("customer-id") ?? "", currentstatus: "InActive", orderstatus: [] },
			...{ created: clock(), end: addYears(clock(), years), domsecret: `code-${orders.length}`, asked: null },
			...{ isPrivate: params.get("protect-privacy") === "true", hasPrivacy: params.get("purchase-privacy") === "true" },
			...{
				changed: recordedTime(clock()),
				allowdeletion: true,
				action: null,
				ns: params.getAll("ns"),
				dnssec: [],
				cns: {},
			},
			raa: null,
			contacts: { registrant: contact, admin: contact, tech: contact, billing: contact },
		};
		orders.push(order);
		return order;
	}
	const isInvalidContact = (params: URLSearchParams) =>
		!contacts.some(({ contactid }) => contactid === params.get("reg-contact-id"));

	on("POST", "domains/register", (params) => {
		const name = params.get("domain-name") ?? "";
		if (isInvalidContact(params)) return refused("{registrantcontactid=registrantcontactid is invalid}");
		if (!isFree(name)) return { status: "error", error: `${name} is already registered` };
		if (state.premium.has(name) && params.get("attr-name1") !== "premium") return refused("A premium domain");
		const order = add(params, Number(params.get("years")));
		const { next } = state;
		state.next = "Success";
		const desc = next === "Failed" ? "The registry refused the name" : "Order Locked In Processing.";
		if (next !== "Success") {
			const actionstatus = next === "Failed" ? "Failed" : "InvoicePaid";
			order.action = { actiontype: "AddNewDomain", actionstatus, actionstatusdesc: desc };
			return accepted(order, "AddNewDomain", actionstatus, desc);
		}
		return pay(order, "AddNewDomain", () => {
			order.currentstatus = "Active";
		});
	});
	on("GET", "domains/validate-transfer", (params) => {
		const name = params.get("domain-name") ?? "";
		if (isFree(name)) return refused(`${name} is currently available for Registration`);
		return state.elsewhere.has(name) && !state.stuck.has(name);
	});
	on("POST", "domains/transfer", (params) => {
		const name = params.get("domain-name") ?? "";
		if (ofName(name)) return refused("Domain already exists in our system");
		const order = add(params, 1);
		const isRight = params.get("auth-code") === state.elsewhere.get(name);
		const [actionstatus, actionstatusdesc] = isRight
			? ["RFASent", "Transfer waiting for Admin Contact Approval"]
			: ["AuthCodeFailed", "Invalid Domain Secret supplied for the transfer"];
		order.action = { actiontype: "AddTransferDomain", actionstatus, actionstatusdesc };
		return accepted(order, "AddTransferDomain", "AdminApproved", "Order Locked In Processing.");
	});
	on("POST", "domains/cancel-transfer", (params) => {
		const order = ofId(params.get("order-id"));
		if (!order?.action) return refused("Invalid action status/action type for this operation");
		order.currentstatus = "Archived";
		return { status: "Success" };
	});

	const details = (order: Stored) => ({
		...{ orderid: order.orderid, entityid: order.orderid, domainname: order.domainname, customerid: order.customerid },
		...{ currentstatus: order.currentstatus, orderstatus: order.orderstatus, productcategory: "domorder" },
		...(order.currentstatus !== "InActive" && { creationtime: seconds(order.created), endtime: seconds(order.end) }),
		...{ domsecret: order.domsecret, isprivacyprotected: String(order.isPrivate), privacyprotectedallowed: "true" },
		...{ allowdeletion: String(order.allowdeletion), noOfNameServers: String(order.ns.length), eaqid: "0" },
		...Object.fromEntries(order.ns.map((host, index) => [`ns${index + 1}`, host])),
		...{ registrantcontactid: order.contacts.registrant, admincontactid: order.contacts.admin },
		...{ techcontactid: order.contacts.tech, billingcontactid: order.contacts.billing },
		registrantcontact: { contactid: order.contacts.registrant, contacttype: [], name: "Amina Otieno" },
		...(order.raa && { raaVerificationStatus: order.raa.status, raaVerificationStartTime: seconds(order.raa.start) }),
		...{ dnssec: order.dnssec, cns: order.cns, gdpr: { enabled: "true", eligible: "true" }, ...order.action },
		...(order.asked && { irtp_status: { "task-status": "PENDING", "gaining-contact-info": { id: order.asked } } }),
	});
	on("GET", "domains/details-by-name", (params) => {
		const found = ofName(params.get("domain-name"));
		return found ? details(found) : refused(`Website doesn't exist for ${params.get("domain-name")}`);
	});
	on("GET", "domains/details", (params) => {
		const found = ofId(params.get("order-id"));
		return found ? details(found) : refused(`No Entity found for Entityid: ${params.get("order-id")}`);
	});
	on("GET", "products/category-keys-mapping", () => ({
		domorder: [{ domcno: ["com", "net"] }, { dotinfo: ["info"] }],
		hosting: [{ singledomainhostinglinuxus: [] }],
	}));
	on("GET", "products/reseller-cost-price", () => ({
		domcno: {
			addnewdomain: { "1": "649.0", "2": "1298.0" },
			renewdomain: { "1": "699.5" },
			addtransferdomain: { "1": "649.0" },
			restoredomain: { "1": "5000.0" },
		},
		dotinfo: { addnewdomain: { "1": 1299.0 }, renewdomain: { "1": 1399.0 } },
		singledomainhostinglinuxus: { "1": { pricing: { renew: 49.5, add: 49.5 } } },
	}));
	on("GET", "resellers/details", () => ({
		...{ resellerid: resellerId, name: "Kikoa", emailaddr: "registrars@kikoa.example" },
		...{ sellingcurrencysymbol: "USD", parentsellingcurrencysymbol: "INR" },
	}));
	/** As recorded in a search: texts, numbered from 1. */
	const listed = (order: Stored) => ({
		...{ "orders.orderid": order.orderid, "entity.entityid": order.orderid, "entity.customerid": order.customerid },
		...{ "entity.description": order.domainname, "entity.currentstatus": order.currentstatus },
		...{ "orders.creationtime": seconds(order.created), "orders.endtime": seconds(order.end) },
		"orders.transferlock": String(order.orderstatus.includes("transferlock")),
		...{ "orders.privacyprotection": String(order.isPrivate), "orders.timestamp": order.changed },
	});
	on("GET", "domains/search", (params) => {
		const [size, page] = [Number(params.get("no-of-records")), Number(params.get("page-no"))];
		if (!(size >= 10 && size <= 500)) return refused("no-of-records has to be from 10 to 500");
		const found = orders
			.slice((page - 1) * size, page * size)
			.map((order, index) => [String(index + 1), listed(order)]);
		return { recsonpage: String(found.length), recsindb: String(orders.length), ...Object.fromEntries(found) };
	});
	on("GET", "billing/reseller-balance", () => ({
		...{ sellingcurrencysymbol: "USD", sellingcurrencybalance: String(state.balance) },
		sellingcurrencylockedbalance: 0,
	}));

	change("domains/renew", (order, params) => {
		if (params.get("exp-date") !== seconds(order.end)) return refused("Invalid exp-date");
		return pay(order, "RenewDomain", () => {
			order.end = addYears(order.end, Number(params.get("years")));
		});
	});
	change("domains/restore", (order) => {
		if (order.currentstatus !== "Pending Delete Restorable") return refused("The order can not be restored");
		return pay(order, "RestoreDomain", () =>
			Object.assign(order, { currentstatus: "Active", end: addYears(order.end, 1) }),
		);
	});
	change("domains/modify-ns", (order, params) => {
		if (params.getAll("ns").join() === order.ns.join()) return refused("Same value for new and old NameServers.");
		order.ns = params.getAll("ns");
		return undefined;
	});
	change("domains/add-cns", (order, params) => {
		const host = params.get("cns") ?? "";
		order.cns[host] = [...(order.cns[host] ?? []), ...params.getAll("ip")];
	});
	change("domains/delete-cns-ip", (order, params) => {
		const host = params.get("cns") ?? "";
		order.cns[host] = (order.cns[host] ?? []).filter((ip) => ip !== params.get("ip"));
	});
	const attributes = (params: URLSearchParams) =>
		Object.fromEntries([1, 2, 3, 4].map((n) => [params.get(`attr-name${n}`), params.get(`attr-value${n}`)]));
	change("domains/add-dnssec", (order, params) => {
		order.dnssec.push(attributes(params) as Stored["dnssec"][number]);
	});
	change("domains/del-dnssec", (order, params) => {
		const { keytag } = attributes(params);
		order.dnssec = order.dnssec.filter((one) => one.keytag !== keytag);
	});
	change("domains/enable-theft-protection", (order) => {
		order.orderstatus = ["transferlock"];
	});
	change("domains/disable-theft-protection", (order) => {
		order.orderstatus = [];
	});
	change("domains/modify-privacy-protection", (order, params) => {
		if (!order.hasPrivacy) return refused("Privacy Protection not Purchased");
		order.isPrivate = params.get("protect-privacy") === "true";
		return undefined;
	});
	change(
		"domains/purchase-privacy",
		(order) => Object.assign(order, { hasPrivacy: true, isPrivate: true }) && undefined,
	);
	change("domains/modify-contact", (order, params) => {
		if (isInvalidContact(params)) return refused("{registrantcontactid=registrantcontactid is invalid}");
		order.asked = params.get("reg-contact-id");
		const { admin, tech } = { admin: params.get("admin-contact-id"), tech: params.get("tech-contact-id") };
		Object.assign(order.contacts, { admin, tech });
		return undefined;
	});
	change("domains/modify-auth-code", (order, params) => {
		order.domsecret = params.get("auth-code") ?? "";
	});
	change("domains/raa/resend-verification", (order) => ({ result: String(order.raa?.status !== "Verified") }));
	change("domains/delete", (order) => {
		order.currentstatus = "Deleted";
	});

	const faults = createFaults((request) => app.fetch(request));
	return {
		...{ state, orders, customers, contacts, calls, faults },
		fetch: (url: string, init: RequestInit) => faults.fetch(new Request(url, init)),
		/** The order of a name. */
		record(name: string): Stored {
			const found = orders.findLast(({ domainname }) => domainname === name);
			if (!found) throw new Error(`ResellerClub has no ${name}`);
			return found;
		},
		count: (call: string) => calls.filter((one) => one.call === call).length,
		/** Parameters of the last call. */
		last: (call: string) => Object.fromEntries(calls.findLast((one) => one.call === call)?.params ?? []),
		/** Does what waited for funds. */
		fund(amount: number): void {
			state.balance = amount;
			for (const work of unpaid.splice(0)) work();
		},
		/** The registry has answered. */
		finish(name: string): void {
			const order = this.record(name);
			if (order.action?.actiontype === "AddTransferDomain") state.elsewhere.delete(name);
			Object.assign(order, { currentstatus: "Active", action: null });
		},
		/** The holder has approved the new registrant. */
		approve(name: string): void {
			const order = this.record(name);
			Object.assign(order, { asked: null, contacts: { ...order.contacts, registrant: order.asked ?? "" } });
		},
	};
}
