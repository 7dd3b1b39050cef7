import { childOf, childrenOf, childText, parseXml, type XmlElement, XmlError } from "~/lib/xml";
import { namespaces } from "./commands";

/** An answer to a command (RFC 5730, section 2.6). */
export interface EppResponse {
	/** RFC 5730, section 3. Below 2000: done, or accepted (1001). */
	readonly code: number;
	/** With the reasons that the registry adds. */
	readonly message: string;
	/** Our id of the command. Null if the registry could not read the command. */
	readonly commandId: string | null;
	/** The server's id of the command (`svTRID`), which the registry's support asks for. */
	readonly serverId: string | null;
	/** The oldest message that waits for us. Null if there is none. */
	readonly queue: { readonly id: string; readonly count: number; readonly text: string } | null;
	readonly data: XmlElement | undefined;
	readonly extension: XmlElement | undefined;
}

export interface Greeting {
	readonly server: string;
	/** Namespaces of the objects and extensions that the server offers. */
	readonly objects: readonly string[];
	readonly extensions: readonly string[];
}

/** @throws XmlError unless the document is an EPP document that contains this element */
function read(source: string, element: "response" | "greeting"): XmlElement {
	const root = parseXml(source);
	const found = root.name === "epp" && root.namespace === namespaces.epp ? childOf(root, element) : undefined;
	return required(found, element);
}

function required<Value>(value: Value | undefined, what: string): Value {
	if (value === undefined) throw new XmlError(`The registry's answer has no ${what}`);
	return value;
}

/** Times are UTC, also without an offset (RFC 5731, section 2.4). Some registries send only a date. */
function time(text: string | undefined, what: string): number {
	const zone = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(text ?? "") ? "" : "Z";
	const found = Date.parse(text?.includes("T") ? `${text}${zone}` : (text ?? ""));
	if (Number.isNaN(found)) throw new XmlError(`The registry's ${what} can't be read`);
	return found;
}

/** @throws XmlError */
export function parseGreeting(source: string): Greeting {
	const greeting = read(source, "greeting");
	const menu = childOf(greeting, "svcMenu");
	const uris = (element: XmlElement | undefined, name: string) =>
		childrenOf(element, name).map(({ text }) => text.trim());
	return {
		server: childText(greeting, "svID") ?? "",
		objects: uris(menu, "objURI"),
		extensions: uris(childOf(menu, "svcExtension"), "extURI"),
	};
}

/** @throws XmlError */
export function parseResponse(source: string): EppResponse {
	const response = read(source, "response");
	const result = required(childOf(response, "result"), "result");
	const code = Number(result.attributes.get("code"));
	if (!Number.isInteger(code) || code < 1000 || code > 2999) throw new XmlError("The registry's result has no code");
	const reasons = childrenOf(result, "extValue").map((value) => childText(value, "reason"));
	const queue = childOf(response, "msgQ");
	return {
		code,
		message: [childText(result, "msg"), ...reasons].filter(Boolean).join(": ").slice(0, 300),
		commandId: childText(childOf(response, "trID"), "clTRID") ?? null,
		serverId: childText(childOf(response, "trID"), "svTRID") ?? null,
		queue: queue
			? {
					id: queue.attributes.get("id") ?? "",
					count: Number(queue.attributes.get("count")) || 0,
					text: childText(queue, "msg") ?? "",
				}
			: null,
		data: childOf(response, "resData"),
		extension: childOf(response, "extension"),
	};
}

/** What a `domain` command returned, such as `infData`. @throws XmlError */
const domainData = ({ data }: EppResponse, name: string): XmlElement =>
	required(childOf(data, name, namespaces.domain), name);

export interface CheckedDomain {
	readonly name: string;
	readonly available: boolean;
	readonly reason: string | undefined;
}

export const checkedDomains = (response: EppResponse): CheckedDomain[] =>
	childrenOf(domainData(response, "chkData"), "cd").map((one) => {
		const name = required(childOf(one, "name"), "name");
		return {
			name: name.text.trim().toLowerCase(),
			available: ["1", "true"].includes(name.attributes.get("avail") ?? ""),
			reason: childText(one, "reason"),
		};
	});

const statusesOf = (element: XmlElement | undefined, name: string): string[] =>
	childrenOf(element, name).flatMap(({ attributes }) => attributes.get("s") ?? []);

export interface DomainInfo {
	readonly name: string;
	/** The registry's id of the object. */
	readonly roid: string;
	readonly statuses: readonly string[];
	/** Statuses of grace periods (RFC 3915). */
	readonly rgpStatuses: readonly string[];
	readonly registrant: string | undefined;
	readonly contacts: readonly { readonly type: string; readonly id: string }[];
	readonly nameservers: readonly string[];
	/** Nameservers with addresses, at registries without host objects. */
	readonly glue: readonly { readonly host: string; readonly addresses: readonly string[] }[];
	/** The registrar that holds it. */
	readonly client: string;
	readonly createdAt: number;
	readonly updatedAt: number | null;
	readonly transferredAt: number | null;
	/** Undefined if the registry does not send it, as for a name at another registrar. */
	readonly expiry: number | undefined;
	/** The date as the registry writes it. */
	readonly expiryDate: string;
	readonly authCode: string | undefined;
	readonly ds: readonly {
		readonly keyTag: number;
		readonly algorithm: number;
		readonly digestType: number;
		readonly digest: string;
	}[];
	/** Whether it has DS records or keys. */
	readonly signed: boolean;
}

/** @throws XmlError */
export function domainInfo(response: EppResponse): DomainInfo {
	const data = domainData(response, "infData");
	const text = (name: string) => childText(data, name);
	const servers = childOf(data, "ns");
	const attributes = childrenOf(servers, "hostAttr").map((server) => ({
		host: (childText(server, "hostName") ?? "").toLowerCase(),
		addresses: childrenOf(server, "hostAddr").map((address) => address.text.trim()),
	}));
	const objects = childrenOf(servers, "hostObj").map((server) => server.text.trim().toLowerCase());
	const expiry = text("exDate");
	const dnssec = childOf(response.extension, "infData", namespaces.secDNS);
	const grace = childOf(response.extension, "infData", namespaces.rgp);
	const optionalTime = (name: string) => (text(name) === undefined ? null : time(text(name), name));
	return {
		name: required(text("name"), "name").toLowerCase(),
		roid: required(text("roid"), "roid"),
		statuses: statusesOf(data, "status"),
		rgpStatuses: statusesOf(grace, "rgpStatus"),
		registrant: text("registrant"),
		contacts: childrenOf(data, "contact").map((contact) => ({
			type: contact.attributes.get("type") ?? "",
			id: contact.text.trim(),
		})),
		nameservers: [...objects, ...attributes.map(({ host }) => host)],
		glue: attributes.filter(({ addresses }) => addresses.length > 0),
		client: required(text("clID"), "clID"),
		createdAt: time(text("crDate"), "crDate"),
		updatedAt: optionalTime("upDate"),
		transferredAt: optionalTime("trDate"),
		expiry: expiry === undefined ? undefined : time(expiry, "exDate"),
		expiryDate: expiry?.slice(0, 10) ?? "",
		authCode: childText(childOf(data, "authInfo"), "pw"),
		ds: childrenOf(dnssec, "dsData").map((record) => ({
			keyTag: Number(childText(record, "keyTag")),
			algorithm: Number(childText(record, "alg")),
			digestType: Number(childText(record, "digestType")),
			digest: (childText(record, "digest") ?? "").toLowerCase(),
		})),
		signed: ["dsData", "keyData"].some((name) => childOf(dnssec, name) !== undefined),
	};
}

export interface TransferState {
	readonly name: string;
	/** `pending`, `clientApproved`, `serverApproved`, `clientRejected`, `clientCancelled` or `serverCancelled`. */
	readonly status: string;
	/** The registrar that requested it. */
	readonly requestedBy: string;
	readonly requestedAt: number;
	/** When the registry answers a pending request itself (RFC 5731, section 3.1.3), or when it was answered. */
	readonly actionAt: number;
}

/** Of a `transfer` command, or of a message about one. @throws XmlError */
export function transferState(response: EppResponse): TransferState {
	const data = domainData(response, "trnData");
	return {
		name: required(childText(data, "name"), "name").toLowerCase(),
		status: required(childText(data, "trStatus"), "trStatus"),
		requestedBy: required(childText(data, "reID"), "reID"),
		requestedAt: time(childText(data, "reDate"), "reDate"),
		actionAt: time(childText(data, "acDate"), "acDate"),
	};
}

/** The new expiry (ms) in the answer to a creation or a renewal. @throws XmlError */
export const newExpiry = (response: EppResponse, of: "creData" | "renData"): number =>
	time(childText(domainData(response, of), "exDate"), "exDate");

/** Addresses of a host object. @throws XmlError */
export const hostAddresses = ({ data }: EppResponse): string[] =>
	childrenOf(required(childOf(data, "infData", namespaces.host), "infData"), "addr").map(({ text }) => text.trim());
