import { z } from "zod";
import type { DomainContact } from "~/features/domains/contacts";
import { type HeldName, isHeldObject } from "../held-name";
import { hashOf } from "../holder-contact";
import { Refused } from "../orders/call-gate";
import type { OrderTools } from "../orders/send-order";
import type { RegistrationPage } from "../registrar";
import type { OpenProviderApi } from "./api";
import { markOf, toCustomer } from "./customer";
import { type DomainObject, domainObject, infoOf, isRestorable, nameOf, objectOf, phaseOf } from "./domain-object";
import { isNotInAccount } from "./results";

export interface Tools extends OrderTools {
	readonly api: OpenProviderApi;
}

const domainList = z.object({ results: z.array(domainObject).nullish() });
/** Each is read alone, so that one that can't be read does not hide the others. */
const domainPage = z.object({
	results: z
		.array(z.unknown())
		.nullish()
		.transform((list) => list ?? []),
	total: z
		.number()
		.nullish()
		.transform((count) => count ?? Number.POSITIVE_INFINITY),
});
const customerList = z.object({ results: z.array(z.object({ handle: z.string() })).nullish() });
const createdCustomer = z.object({ handle: z.string().min(1) });

export type Records = ReturnType<typeof createRecords>;

/** Domains and customers in our account at OpenProvider. */
export function createRecords({ api, repo, clock }: Tools) {
	/** The name's current record. Undefined if it never was in our account, or has left it. */
	async function find(name: string): Promise<DomainObject | undefined> {
		const path = `/domains?full_name=${encodeURIComponent(name)}&limit=100`;
		const { results } = await api.call({ method: "GET", path, data: domainList });
		const records = (results ?? []).filter((one) => nameOf(one) === name && phaseOf(one) !== "gone");
		const rank = (one: DomainObject) => ["active", "waiting", "failed", "deleted"].indexOf(phaseOf(one));
		return records.toSorted((a, b) => rank(a) - rank(b) || b.id - a.id)[0];
	}

	/** Whether the registration has left our account by a transfer. OpenProvider keeps its record. */
	async function isTransferred({ name, registryId }: HeldName): Promise<boolean> {
		const path = `/domains?full_name=${encodeURIComponent(name)}&limit=100`;
		const { results } = await api.call({ method: "GET", path, data: domainList });
		return (results ?? []).some(
			(one) => nameOf(one) === name && String(one.id) === registryId && phaseOf(one) === "gone",
		);
	}

	function isWithUs(domain: DomainObject): boolean {
		const phase = phaseOf(domain);
		return phase === "active" || phase === "waiting" || (phase === "deleted" && isRestorable(domain, clock()));
	}

	async function createCustomer(contact: DomainContact): Promise<string> {
		const body = toCustomer(contact);
		return (await api.call({ method: "POST", path: "/customers", body, data: createdCustomer })).handle;
	}

	/**
	 * Domains by their id, at most 500 at once. The documentation names no limit, so the next page begins after as many as
	 * were sent (docs.openprovider.com/swagger.json, GET /domains).
	 */
	async function list(cursor: string | null): Promise<RegistrationPage> {
		const offset = Number(cursor ?? 0);
		const path = `/domains?limit=500&offset=${offset}&order_by.id=asc`;
		const { results, total } = await api.call({ method: "GET", path, data: domainPage });
		const next = offset + results.length;
		const registrations = results.flatMap((one) => {
			const { data: domain } = domainObject.safeParse(one);
			return domain?.renewal_date && isWithUs(domain) ? [infoOf(domain)] : [];
		});
		return { registrations, next: results.length === 0 || next >= total ? null : String(next) };
	}

	return {
		find,
		isTransferred,
		isWithUs,
		list,

		/**
		 * The record that the account holds. Undefined if it is gone.
		 * @throws if this is not certain: the row has no id, and the list of our domains does not contain the name
		 */
		async held({ name, registryId, registeredAt }: HeldName): Promise<DomainObject | undefined> {
			if (registryId === null) {
				const found = await find(name);
				if (!found) throw new Error(`OpenProvider does not list ${name}, and its id is not known`);
				return isWithUs(found) && isHeldObject({ registryId, registeredAt }, objectOf(found)) ? found : undefined;
			}
			try {
				const path = `/domains/${encodeURIComponent(registryId)}`;
				const found = await api.call({ method: "GET", path, data: domainObject });
				return nameOf(found) === name && isWithUs(found) ? found : undefined;
			} catch (error) {
				if (error instanceof Refused && isNotInAccount(error)) return undefined;
				throw error;
			}
		},

		/** The handle of a contact, which is created once. */
		async handleOf(contact: DomainContact, name: string): Promise<string> {
			const hash = hashOf(contact);
			const known = await repo.handle(hash, name, clock());
			if (known) return known;
			// An earlier run may have created it without getting the answer.
			const path = `/customers?comment_pattern=${markOf(hash)}`;
			const { results } = await api.call({ method: "GET", path, data: customerList });
			const handle = results?.[0]?.handle ?? (await createCustomer(contact));
			await repo.keepHandle(hash, handle, name, clock());
			return handle;
		},
	};
}
