import { z } from "zod";
import type { RegistryObject } from "../held-name";
import type { TermRecord } from "../orders/term-orders";
import type { ListedRegistration, PublishedDs, RegistrationInfo } from "../registrar";

/** Numbers and booleans come as text, and empty fields are missing. */
const text = z
	.union([z.string(), z.number(), z.boolean()])
	.nullish()
	.transform((value) => (value == null ? "" : String(value)));
const yes = text.transform((value) => value.toLowerCase() === "true");
/** Seconds since the epoch, as ms. */
const time = text.transform((value) => (/^\d+$/.test(value) && Number(value) > 0 ? Number(value) * 1_000 : null));
const texts = z.union([z.array(z.string()), z.string().transform((one) => [one])]);
const contact = z.object({ contactid: text }).nullish();

/** The details of an order (manage.resellerclub.com/kb/answer/770, and recorded answers in drzigman/WWW-LogicBoxes). */
export const domainOrder = z
	.looseObject({
		orderid: text.refine((value) => value !== ""),
		domainname: z.string().toLowerCase(),
		customerid: text,
		currentstatus: text,
		/** Locks at the registry: resellersuspend, resellerlock, transferlock. */
		orderstatus: texts.nullish().transform((list) => list ?? []),
		creationtime: time,
		endtime: time,
		/** The authorization code. */
		domsecret: text,
		isprivacyprotected: yes,
		privacyprotectedallowed: yes,
		allowdeletion: yes,
		/** Verified, Pending or Suspended. */
		raaVerificationStatus: text,
		raaVerificationStartTime: time,
		/** Of an action that is not done yet. */
		actiontype: text,
		actionstatus: text,
		actionstatusdesc: text,
		registrantcontactid: text,
		admincontactid: text,
		techcontactid: text,
		billingcontactid: text,
		registrantcontact: contact,
		admincontact: contact,
		techcontact: contact,
		billingcontact: contact,
		/** A change of the registrant that waits for approval. */
		irtp_status: z
			.object({ "gaining-contact-info": z.object({ id: text }).nullish() })
			.nullish()
			.catch(undefined),
		dnssec: z
			.union([z.array(z.unknown()), z.record(z.string(), z.unknown()).transform((entries) => Object.values(entries))])
			.nullish()
			.transform((list) => list ?? []),
		/** Addresses of nameservers below the name. */
		cns: z
			.record(z.string(), texts)
			.nullish()
			.catch(undefined)
			.transform((hosts) => hosts ?? {}),
	})
	.transform((order) => ({
		...order,
		nameservers: Object.keys(order)
			.filter((key) => /^ns\d+$/.test(key))
			.toSorted((a, b) => Number(a.slice(2)) - Number(b.slice(2)))
			.flatMap((key) => (typeof order[key] === "string" && order[key] ? [order[key].toLowerCase()] : [])),
		contacts: {
			registrant: order.registrantcontactid || order.registrantcontact?.contactid || "",
			admin: order.admincontactid || order.admincontact?.contactid || "",
			tech: order.techcontactid || order.techcontact?.contactid || "",
			billing: order.billingcontactid || order.billingcontact?.contactid || "",
		},
	}));

export type DomainOrder = z.output<typeof domainOrder>;

/** What `currentstatus` means. An unknown status is `waiting`. */
export function phaseOf({
	currentstatus,
	actionstatus,
}: Pick<DomainOrder, "currentstatus" | "actionstatus">): TermRecord["phase"] {
	switch (currentstatus) {
		case "Active":
		case "Suspended":
		case "Expired":
			return "active";
		case "Pending Delete Restorable":
			return "deleted";
		case "Deleted":
		case "Archived":
			return "gone";
		default:
			return actionstatus === "Failed" ? "failed" : "waiting";
	}
}

/** @throws if ResellerClub sends no end, because nothing can be compared then */
export function expiryOf({ endtime, domainname }: DomainOrder): number {
	if (endtime === null) throw new Error(`ResellerClub sends no end of ${domainname}`);
	return endtime;
}

export const objectOf = ({ orderid, creationtime }: Pick<DomainOrder, "orderid" | "creationtime">): RegistryObject => ({
	id: orderid,
	since: creationtime ?? Number.POSITIVE_INFINITY,
});

/** The extensions whose DS records ResellerClub takes (manage.resellerclub.com/kb/answer/1910). */
const signedExtensions: readonly string[] = ["com", "in", "me", "net", "org"];

export const extensionOf = (name: string): string => name.slice(name.indexOf(".") + 1);

export const takesDs = (name: string): boolean => signedExtensions.includes(extensionOf(name));

/** The attributes of a DS record (manage.resellerclub.com/kb/answer/1910). */
export const storedDs = z
	.object({
		...{ keytag: z.coerce.number(), algorithm: z.coerce.number(), digesttype: z.coerce.number() },
		digest: z.string().toLowerCase(),
	})
	.transform(({ keytag, digesttype, ...ds }): PublishedDs => ({ ...ds, keyTag: keytag, digestType: digesttype }));

export function infoOf(order: DomainOrder): RegistrationInfo {
	const { domainname, nameservers, orderstatus, dnssec, actiontype, actionstatus } = order;
	const { privacyprotectedallowed, isprivacyprotected } = order;
	const ds = z.array(storedDs).safeParse(dnssec);
	const isBusy = actiontype !== "" && !["", "Success", "Failed"].includes(actionstatus);
	return {
		...{ name: domainname, object: objectOf(order), expiry: expiryOf(order), nameservers },
		locked: orderstatus.includes("transferlock"),
		...(privacyprotectedallowed && { privacy: isprivacyprotected }),
		// ResellerClub accepts a change first and makes it at the registry later.
		delegated: !isBusy,
		...(takesDs(domainname) && { signed: dnssec.length > 0, ...(ds.success && { ds: ds.data }) }),
	};
}

/** An order in a list (manage.resellerclub.com/kb/answer/771). It has no nameservers and no DS records. */
export const listedOrder = z.object({
	"orders.orderid": text.refine((value) => value !== ""),
	"entity.description": z.string().toLowerCase(),
	"entity.currentstatus": text,
	"orders.creationtime": time,
	"orders.endtime": time,
	"orders.transferlock": yes,
	/** Of the last change: `2015-11-29 21:49:58.18267+00`. */
	"orders.timestamp": text,
});

/** Undefined for an order that is not with us, or that names no end. */
export function listedOf(order: z.output<typeof listedOrder>): ListedRegistration | undefined {
	const orderid = order["orders.orderid"];
	const [name, expiry] = [order["entity.description"], order["orders.endtime"]];
	const phase = phaseOf({ currentstatus: order["entity.currentstatus"], actionstatus: "" });
	if (expiry === null || !["active", "deleted"].includes(phase)) return undefined;
	return {
		...{ name, expiry, object: objectOf({ orderid, creationtime: order["orders.creationtime"] }) },
		locked: order["orders.transferlock"],
		delegated: true,
		// Without one, the details are read every night.
		version: order["orders.timestamp"],
	};
}
