import { addYears } from "~/lib/add-years";
import { childOf, childrenOf, childText, type Markup, tag, type XmlElement } from "~/lib/xml";
import { namespaces } from "~/platform/registrar/epp/commands";

interface Stored {
	readonly name: string;
	readonly roid: string;
	client: string;
	registrant: string;
	contacts: { type: string; id: string }[];
	nameservers: string[];
	statuses: string[];
	rgpStatuses: string[];
	ds: { keyTag: string; alg: string; digestType: string; digest: string }[];
	authCode: string;
	createdAt: number;
	updatedAt: number;
	transferredAt: number | null;
	expiry: number;
	transfer: { status: string; by: string; at: number } | null;
}

export interface Answer {
	readonly code: number;
	readonly data?: Markup;
	readonly extension?: readonly Markup[];
}

interface Options {
	readonly clock: () => number;
	/** The registrar that sends the commands. */
	readonly user: string;
	readonly state: {
		balance: number;
		hostObjects: boolean;
		reviews: boolean;
		reports: "accepts" | "refuses" | "reviews";
		showsAuthCodes: boolean;
	};
	readonly newId: () => string;
	/** Puts a message into the registrar's queue. */
	readonly announce: (text: string) => void;
}

/** The domains, contacts and hosts of a registry (RFC 5731 to 5733, 5910 and 3915). */
export function createEppObjects({ clock, user, state, newId, announce }: Options) {
	const domains = new Map<string, Stored>();
	const contacts = new Map<string, XmlElement>();
	const hosts = new Map<string, string[]>();
	/** Names whose restore was reported, and is under review. */
	const reported = new Set<string>();

	const iso = (time: number) => new Date(time).toISOString();
	const nameIn = (object: XmlElement) => childText(object, "name") ?? "";
	const data = (object: "domain" | "host" | "contact", name: string, ...content: Parameters<typeof tag>[2][]) =>
		tag(`${object}:${name}`, { [`xmlns:${object}`]: namespaces[object] }, ...content);

	function describe(found: Stored): Answer {
		const isOurs = found.client === user;
		const hidden =
			isOurs && state.showsAuthCodes ? tag("domain:authInfo", null, tag("domain:pw", null, found.authCode)) : null;
		const server = (host: string) =>
			state.hostObjects
				? tag("domain:hostObj", null, host)
				: tag(
						"domain:hostAttr",
						null,
						tag("domain:hostName", null, host),
						(hosts.get(host) ?? []).map(address("domain:hostAddr")),
					);
		const infData = data(
			...(["domain", "infData"] as const),
			tag("domain:name", null, found.name.toUpperCase()),
			tag("domain:roid", null, found.roid),
			(found.statuses.length > 0 ? found.statuses : ["ok"]).map((s) => tag("domain:status", { s })),
			tag("domain:registrant", null, found.registrant),
			found.contacts.map(({ type, id }) => tag("domain:contact", { type }, id)),
			found.nameservers.length > 0 && tag("domain:ns", null, found.nameservers.map(server)),
			tag("domain:clID", null, found.client),
			tag("domain:crDate", null, iso(found.createdAt)),
			tag("domain:upDate", null, iso(found.updatedAt)),
			isOurs && tag("domain:exDate", null, iso(found.expiry)),
			found.transferredAt !== null && tag("domain:trDate", null, iso(found.transferredAt)),
			hidden,
		);
		const ds = found.ds.map((one) =>
			tag(
				"secDNS:dsData",
				null,
				Object.entries(one).map(([key, value]) => tag(`secDNS:${key}`, null, value)),
			),
		);
		const extension = [
			...(ds.length > 0 ? [tag("secDNS:infData", { "xmlns:secDNS": namespaces.secDNS }, ds)] : []),
			...(found.rgpStatuses.length > 0
				? [
						tag(
							"rgp:infData",
							{ "xmlns:rgp": namespaces.rgp },
							found.rgpStatuses.map((s) => tag("rgp:rgpStatus", { s })),
						),
					]
				: []),
		];
		return { code: 1000, data: infData, ...(extension.length > 0 && { extension }) };
	}

	const address = (name: string) => (value: string) => tag(name, { ip: value.includes(":") ? "v6" : "v4" }, value);

	/** The nameservers in this part of a command, which also carries addresses where hosts are attributes. */
	function serversIn(part: XmlElement | undefined): string[] {
		const ns = childOf(part, "ns");
		const attributes = childrenOf(ns, "hostAttr").map((server) => {
			const host = childText(server, "hostName") ?? "";
			const addresses = childrenOf(server, "hostAddr").map(({ text }) => text);
			hosts.set(host, addresses);
			return host;
		});
		return [...childrenOf(ns, "hostObj").map(({ text }) => text), ...attributes];
	}
	const contactsIn = (part: XmlElement | undefined) =>
		childrenOf(part, "contact").map((one) => ({ type: one.attributes.get("type") ?? "", id: one.text }));
	const isKnown = (servers: readonly string[]) => !state.hostObjects || servers.every((host) => hosts.has(host));

	function pay(): boolean {
		if (state.balance < 10) return false;
		state.balance -= 10;
		return true;
	}

	function create(object: XmlElement): Answer {
		const name = nameIn(object);
		if (domains.has(name)) return { code: 2302 };
		const [registrant = "", servers, roles] = [childText(object, "registrant"), serversIn(object), contactsIn(object)];
		const missing = [registrant, ...roles.map(({ id }) => id)].find((id) => !contacts.has(id));
		if (missing !== undefined || !isKnown(servers)) return { code: 2303 };
		if (!pay()) return { code: 2104 };
		const [now, years] = [clock(), Number(childText(object, "period"))];
		const authCode = childText(childOf(object, "authInfo"), "pw") ?? "";
		const created: Stored = {
			...{ name, roid: `${newId()}-KE`, client: user, registrant, contacts: roles, nameservers: servers, authCode },
			...{ statuses: state.reviews ? ["pendingCreate"] : [], rgpStatuses: [], ds: [], transfer: null },
			...{ createdAt: now, updatedAt: now, transferredAt: null, expiry: addYears(now, years) },
		};
		domains.set(name, created);
		const creData = data(
			...(["domain", "creData"] as const),
			tag("domain:name", null, name),
			tag("domain:crDate", null, iso(now)),
			tag("domain:exDate", null, iso(created.expiry)),
		);
		return { code: state.reviews ? 1001 : 1000, data: creData };
	}

	function renew(object: XmlElement, found: Stored): Answer {
		if (childText(object, "curExpDate") !== iso(found.expiry).slice(0, 10)) return { code: 2306 };
		if (found.statuses.includes("pendingDelete")) return { code: 2304 };
		if (!pay()) return { code: 2104 };
		found.expiry = addYears(found.expiry, Number(childText(object, "period")));
		const exDate = tag("domain:exDate", null, iso(found.expiry));
		return { code: 1000, data: data("domain", "renData", tag("domain:name", null, found.name), exDate) };
	}

	function transfer(op: string | undefined, object: XmlElement, found: Stored): Answer {
		if (op === "request") {
			if (found.client === user) return { code: 2106 };
			if (found.transfer?.status === "pending") return { code: 2300 };
			if (found.statuses.includes("clientTransferProhibited")) return { code: 2304 };
			if (childText(childOf(object, "authInfo"), "pw") !== found.authCode) return { code: 2202 };
			if (!pay()) return { code: 2104 };
			found.transfer = { status: "pending", by: user, at: clock() };
			found.statuses.push("pendingTransfer");
		}
		if (!found.transfer) return { code: 2301 };
		if (op === "approve" || op === "reject") {
			if (found.client !== user) return { code: 2201 };
			if (found.transfer.status !== "pending") return { code: 2301 };
			found.transfer.status = op === "approve" ? "clientApproved" : "clientRejected";
			found.statuses = found.statuses.filter((one) => one !== "pendingTransfer");
			if (op === "approve") Object.assign(found, { client: found.transfer.by, transferredAt: clock() });
		}
		const { status, by, at } = found.transfer;
		const trnData = data(
			...(["domain", "trnData"] as const),
			tag("domain:name", null, found.name),
			tag("domain:trStatus", null, status),
			tag("domain:reID", null, by),
			tag("domain:reDate", null, iso(at)),
			tag("domain:acID", null, found.client),
			tag("domain:acDate", null, iso(at)),
		);
		return { code: op === "request" ? 1001 : 1000, data: trnData };
	}

	function update(object: XmlElement, found: Stored, extension: XmlElement | undefined): Answer {
		const restore = childOf(childOf(extension, "update", namespaces.rgp), "restore")?.attributes.get("op");
		if (restore === "request") {
			if (!found.rgpStatuses.includes("redemptionPeriod")) return { code: 2304 };
			if (!pay()) return { code: 2104 };
			found.rgpStatuses = ["pendingRestore"];
			return { code: 1000 };
		}
		if (restore === "report") {
			if (!found.rgpStatuses.includes("pendingRestore") || reported.has(found.name)) return { code: 2304 };
			if (state.reports === "refuses") return { code: 2306 };
			if (state.reports === "reviews") {
				reported.add(found.name);
				return { code: 1001 };
			}
			Object.assign(found, { rgpStatuses: [], statuses: [] });
			return { code: 1000 };
		}
		const [add, rem, chg] = [childOf(object, "add"), childOf(object, "rem"), childOf(object, "chg")];
		const dnssec = childOf(extension, "update", namespaces.secDNS);
		if (!add && !rem && !chg && !dnssec) return { code: 2003 };
		if (!isKnown(serversIn(add))) return { code: 2303 };
		const statusesIn = (part: XmlElement | undefined) =>
			childrenOf(part, "status").map((one) => one.attributes.get("s") ?? "");
		const text = ({ type, id }: { type: string; id: string }) => `${type} ${id}`;
		const removed = contactsIn(rem).map(text);
		const gone = serversIn(rem);
		found.nameservers = [...found.nameservers.filter((host) => !gone.includes(host)), ...serversIn(add)];
		found.contacts = [...found.contacts.filter((one) => !removed.includes(text(one))), ...contactsIn(add)];
		found.statuses = [...found.statuses.filter((one) => !statusesIn(rem).includes(one)), ...statusesIn(add)];
		found.registrant = childText(chg, "registrant") ?? found.registrant;
		found.authCode = childText(childOf(chg, "authInfo"), "pw") ?? found.authCode;
		if (childText(childOf(dnssec, "rem"), "all") === "true") found.ds = [];
		for (const record of childrenOf(childOf(dnssec, "add"), "dsData")) {
			const field = (name: string) => childText(record, name) ?? "";
			found.ds.push({
				keyTag: field("keyTag"),
				alg: field("alg"),
				digestType: field("digestType"),
				digest: field("digest"),
			});
		}
		found.updatedAt = clock();
		return { code: 1000 };
	}

	function aboutDomain(
		verb: string,
		command: XmlElement,
		object: XmlElement,
		extension: XmlElement | undefined,
	): Answer {
		if (verb === "check") {
			const results = childrenOf(object, "name").map(({ text }) => {
				const isFree = !domains.has(text) && !text.startsWith("reserved");
				const reason = text.startsWith("reserved") ? "Reserved name" : "In use";
				const name = tag("domain:name", { avail: isFree ? 1 : 0 }, text);
				return tag("domain:cd", null, name, !isFree && tag("domain:reason", null, reason));
			});
			return { code: 1000, data: data("domain", "chkData", results) };
		}
		if (verb === "create") return create(object);
		const found = domains.get(nameIn(object));
		if (!found) return { code: 2303 };
		if (verb === "info") return describe(found);
		if (verb === "transfer") return transfer(command.attributes.get("op"), object, found);
		if (found.client !== user) return { code: 2201 };
		if (verb === "renew") return renew(object, found);
		if (verb === "update") return update(object, found, extension);
		if (verb !== "delete") return { code: 2101 };
		Object.assign(found, { statuses: ["pendingDelete"], rgpStatuses: ["redemptionPeriod"], updatedAt: clock() });
		return { code: 1001 };
	}

	function aboutHost(verb: string, object: XmlElement): Answer {
		const host = nameIn(object);
		const addressesIn = (part: XmlElement | undefined) => childrenOf(part, "addr").map(({ text }) => text);
		if (!state.hostObjects) return { code: 2101 };
		if (verb === "create") {
			if (hosts.has(host)) return { code: 2302 };
			hosts.set(host, addressesIn(object));
			return { code: 1000 };
		}
		const current = hosts.get(host);
		if (!current) return { code: 2303 };
		if (verb === "info")
			return {
				code: 1000,
				data: data("host", "infData", tag("host:name", null, host), current.map(address("host:addr"))),
			};
		const removed = addressesIn(childOf(object, "rem"));
		hosts.set(host, [...current.filter((one) => !removed.includes(one)), ...addressesIn(childOf(object, "add"))]);
		return { code: 1000 };
	}

	function createContact(object: XmlElement): Answer {
		const [id = "", postal] = [childText(object, "id"), childOf(object, "postalInfo")];
		if (contacts.has(id)) return { code: 2302 };
		const country = childText(childOf(postal, "addr"), "cc") ?? "";
		const isValid =
			id.length >= 3 && id.length <= 16 && postal?.attributes.get("type") === "int" && /^[A-Z]{2}$/.test(country);
		if (!isValid || !/^\+\d{1,3}\.\d{1,14}$/.test(childText(object, "voice") ?? "")) return { code: 2005 };
		contacts.set(id, object);
		return { code: 1000 };
	}

	function domain(name: string): Stored {
		const found = domains.get(name);
		if (!found) throw new Error(`The registry has no ${name}`);
		return found;
	}

	return {
		...{ domains, contacts, hosts, domain },

		/** Does what a command says. */
		perform(command: XmlElement, extension: XmlElement | undefined): Answer {
			const [verb, object] = [command.name, command.children[0]];
			if (!object) return { code: 2001 };
			if (object.namespace === namespaces.host) return aboutHost(verb, object);
			if (object.namespace === namespaces.contact) return verb === "create" ? createContact(object) : { code: 2101 };
			return aboutDomain(verb, command, object, extension);
		},
		/** Registers a name at another registrar. */
		addElsewhere(name: string, authCode = "their-code"): void {
			const now = clock();
			domains.set(name, {
				...{ name, roid: `${newId()}-KE`, client: "other", registrant: "X1", contacts: [], nameservers: [], authCode },
				...{ statuses: [], rgpStatuses: [], ds: [], transfer: null, createdAt: now, updatedAt: now },
				...{ transferredAt: null, expiry: addYears(now, 1) },
			});
		},
		/** Another registrar asks for the transfer of our name. */
		requestTransfer(name: string): void {
			const found = domain(name);
			found.transfer = { status: "pending", by: "other", at: clock() };
			found.statuses.push("pendingTransfer");
		},
		/** The registry or the other registrar decides about a pending registration or transfer, and announces it. */
		decide(name: string, isApproved: boolean): void {
			const found = domain(name);
			if (found.statuses.includes("pendingCreate") && !isApproved) domains.delete(name);
			if (found.transfer && found.statuses.includes("pendingTransfer")) {
				found.transfer.status = isApproved ? "clientApproved" : "clientRejected";
				if (isApproved) Object.assign(found, { client: user, transferredAt: clock() });
			}
			found.statuses = found.statuses.filter((one) => !one.startsWith("pending"));
			announce(`${name}: ${isApproved ? "approved" : "rejected"}`);
		},
		/** The registry accepts the report of a restore that it has reviewed. */
		completeRestore(name: string): void {
			reported.delete(name);
			Object.assign(domain(name), { rgpStatuses: [], statuses: [] });
		},
		/** The registry deletes a name that was not renewed, or gets no report about its restore. It can still be restored. */
		redeem(name: string): void {
			reported.delete(name);
			Object.assign(domain(name), {
				statuses: ["pendingDelete"],
				rgpStatuses: ["redemptionPeriod"],
				updatedAt: clock(),
			});
		},
	};
}
