import { z } from "zod";
import type { DomainContact } from "~/features/domains/contacts";
import { sha256Hex } from "~/lib/sha256";
import { type HeldName, isHeldObject } from "../held-name";
import { countryCodeOf, hashOf, missingPostalCode, phoneOf, postalCodeOf } from "../holder-contact";
import { Refused } from "../orders/call-gate";
import type { OrderTools } from "../orders/send-order";
import type { RegistrationPage } from "../registrar";
import type { ResellerClubApi } from "./api";
import { type DomainOrder, domainOrder, listedOf, listedOrder, objectOf, phaseOf } from "./domain-order";

export interface Tools extends OrderTools {
	readonly api: ResellerClubApi;
}

/** Ids come as a bare number. */
const id = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(String);

const listedAtOnce = 500;

/** The longest line of an address. */
const lineLength = 64;

export type Records = ReturnType<typeof createRecords>;

/** Orders, customers and contacts in our account at ResellerClub. */
export function createRecords({ api, repo, clock }: Tools) {
	/** The order of a name. Undefined if our account has none, or not any more. */
	async function find(name: string): Promise<DomainOrder | undefined> {
		try {
			const params = { "domain-name": name, options: "All" };
			const found = await api.get("domains/details-by-name", params, domainOrder);
			return found.domainname === name && phaseOf(found) !== "gone" ? found : undefined;
		} catch (error) {
			if (error instanceof Refused && /website doesn't exist/i.test(error.message)) return undefined;
			throw error;
		}
	}

	/** Orders by their id, 500 at once, which is the most (manage.resellerclub.com/kb/answer/771). */
	async function list(cursor: string | null): Promise<RegistrationPage> {
		const page = Number(cursor ?? 1);
		const params = { "no-of-records": listedAtOnce, "page-no": page, "order-by": "orderid" };
		// Orders are numbered from 1, beside `recsonpage` and `recsindb`.
		const data = z.looseObject({ recsonpage: z.coerce.number(), recsindb: z.coerce.number() });
		const { recsonpage, recsindb, ...orders } = await api.get("domains/search", params, data);
		const registrations = Object.values(orders).flatMap((order) => {
			const { data: parsed } = listedOrder.safeParse(order);
			return (parsed && listedOf(parsed)) ?? [];
		});
		const isLast = recsonpage === 0 || page * listedAtOnce >= recsindb;
		return { registrations, next: isLast ? null : String(page + 1) };
	}

	const isWithUs = (order: DomainOrder): boolean => ["active", "waiting", "deleted"].includes(phaseOf(order));

	const detailsOf = (contact: DomainContact) => {
		const { firstName, lastName, organisation, address, city } = contact;
		const { callingCode, number } = phoneOf(contact);
		return {
			name: `${firstName} ${lastName}`,
			company: organisation || "N/A",
			"address-line-1": address.slice(0, lineLength),
			...(address.length > lineLength && { "address-line-2": address.slice(lineLength, 2 * lineLength) }),
			...{ city, country: countryCodeOf(contact), zipcode: postalCodeOf(contact) ?? missingPostalCode },
			...{ "phone-cc": callingCode, phone: number.slice(0, 12) },
		};
	};

	async function known(key: string, name: string, create: () => Promise<string>): Promise<string> {
		const found = await repo.handle(key, name, clock());
		if (found) return found;
		const created = await create();
		await repo.keepHandle(key, created, name, clock());
		return created;
	}

	/** The customer account of an email address. An earlier run may have created it without getting the answer. */
	async function customerAt(contact: DomainContact): Promise<string> {
		const data = z.object({ customerid: id }).transform(({ customerid }) => customerid);
		try {
			return await api.get("customers/details", { username: contact.email }, data);
		} catch (error) {
			if (!(error instanceof Refused && /not found|doesn't exist/i.test(error.message))) throw error;
		}
		const params = {
			...detailsOf(contact),
			...{
				username: contact.email,
				state: "Not Applicable",
				"other-state": "",
				"lang-pref": "en",
				"accept-policy": true,
			},
			// No one signs in with it. ResellerClub asks for small and capital letters, a digit and a sign, at most 16.
			passwd: `Kq7!${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`,
		};
		return api.post("customers/v2/signup", params, id);
	}

	const contactKey = (contact: DomainContact, customer: string, type: string) =>
		sha256Hex(`${customer} ${type} ${hashOf(contact)}`);

	return {
		find,
		isWithUs,
		list,

		/**
		 * The order that the account holds. Undefined if it is gone.
		 * @throws if this is not certain: the row has no id, and our account has no order of the name
		 */
		async held({ name, registryId, registeredAt }: HeldName): Promise<DomainOrder | undefined> {
			if (registryId === null) {
				const found = await find(name);
				if (!found) throw new Error(`ResellerClub does not list ${name}, and its id is not known`);
				return isWithUs(found) && isHeldObject({ registryId, registeredAt }, objectOf(found)) ? found : undefined;
			}
			try {
				const params = { "order-id": registryId, options: "All" };
				const found = await api.get("domains/details", params, domainOrder);
				return found.domainname === name && isWithUs(found) ? found : undefined;
			} catch (error) {
				if (error instanceof Refused && /no entity found/i.test(error.message)) return undefined;
				throw error;
			}
		},

		customerOf: (contact: DomainContact, name: string) =>
			known(sha256Hex(`customer ${contact.email}`), name, () => customerAt(contact)),

		/** A contact of the customer that owns the order, or will. A contact can't be changed, so each change makes one. */
		contactOf: (contact: DomainContact, customer: string, type: string, name: string) =>
			known(contactKey(contact, customer, type), name, () =>
				api.post("contacts/add", { ...detailsOf(contact), email: contact.email, "customer-id": customer, type }, id),
			),

		/** Someone deleted it there. */
		forgetContact: (contact: DomainContact, customer: string, type: string) =>
			repo.forgetHandle(contactKey(contact, customer, type), clock()),
	};
}
