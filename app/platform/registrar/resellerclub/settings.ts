import { z } from "zod";
import type { DomainContacts } from "~/features/domains/contacts";
import { logger } from "~/lib/log.server";
import { Refused } from "../orders/call-gate";
import type { CommandResult, PublishedDs, RegistrationSettings } from "../registrar";
import type { Params } from "./api";
import { contactTypeOf } from "./contact-types";
import { type DomainOrder, storedDs, takesDs } from "./domain-order";
import type { Records, Tools } from "./records";
import { isBusy } from "./results";

/** A change and its call. */
interface Step {
	readonly path: string;
	readonly params: Params;
}

/** Parts of a DS record, as the names and values of ResellerClub's attributes (manage.resellerclub.com/kb/answer/1910). */
type Ds = readonly [keytag: string, algorithm: string, digesttype: string, digest: string];

const dsParams = (ds: Ds): Params =>
	Object.fromEntries(
		["keytag", "algorithm", "digesttype", "digest"].flatMap((name, index) => [
			[`attr-name${index + 1}`, name],
			[`attr-value${index + 1}`, ds[index] ?? ""],
		]),
	);

/** New records first, so that one is always there. @throws if ResellerClub's own can't be read */
function dsSteps(order: DomainOrder, ds: RegistrationSettings["ds"]): Step[] {
	if (!ds || !takesDs(order.domainname)) return [];
	const toDs = ({ keyTag, algorithm, digestType, digest }: PublishedDs): Ds => [
		...([`${keyTag}`, `${algorithm}`, `${digestType}`] as const),
		digest,
	];
	const present = order.dnssec.map((entry) => toDs(storedDs.parse(entry)));
	const wanted = ds.map(toDs);
	const without = (list: readonly Ds[], others: readonly Ds[]) =>
		list.filter((one) => !others.some((other) => other.join() === one.join()));
	return [
		...without(wanted, present).map((one) => ({ path: "domains/add-dnssec", params: dsParams(one) })),
		...without(present, wanted).map((one) => ({ path: "domains/del-dnssec", params: dsParams(one) })),
	];
}

/** Addresses of nameservers below the name. */
function glueSteps({ cns }: DomainOrder, glue: RegistrationSettings["glue"]): Step[] {
	return glue.flatMap(({ host, addresses }) => {
		const present = cns[host] ?? [];
		const added = addresses.filter((address) => !present.includes(address));
		const removed = present.filter((address) => !addresses.includes(address));
		return [
			...(added.length > 0 ? [{ path: "domains/add-cns", params: { cns: host, ip: added } }] : []),
			...removed.map((ip) => ({ path: "domains/delete-cns-ip", params: { cns: host, ip } })),
		];
	});
}

const isPrivacyMissing = ({ message }: Refused): boolean => /privacy protection not purchased/i.test(message);

/** Refusals of a change that was made before, and of a transfer lock that the registry does not have. */
const harmless: readonly { readonly path: RegExp; readonly text: RegExp }[] = [
	{ path: /modify-ns$/, text: /same value for new and old/i },
	{ path: /add-dnssec$/, text: /already exists/i },
	{ path: /del-dnssec$/, text: /does(n't| not) exist/i },
	{ path: /theft-protection$/, text: /not (supported|available|applicable)/i },
	{ path: /privacy-protection$/, text: /privacy protection not purchased/i },
];

const isHarmless = (step: Step, { message }: Refused): boolean =>
	harmless.some(({ path, text }) => path.test(step.path) && text.test(message));

/** Changes of an order. Each is a call of its own. */
export function createSettings({ api, records }: Pick<Tools, "api"> & { readonly records: Records }) {
	async function contactIds({ customerid, domainname }: DomainOrder, { registrant, admin, tech }: DomainContacts) {
		const type = contactTypeOf(domainname) ?? "Contact";
		const owner = await records.contactOf(registrant, customerid, type, domainname);
		return {
			registrant: owner,
			admin: admin ? await records.contactOf(admin, customerid, type, domainname) : owner,
			tech: tech ? await records.contactOf(tech, customerid, type, domainname) : owner,
		};
	}

	async function contactSteps(order: DomainOrder, contacts: DomainContacts | null): Promise<Step[]> {
		if (!contacts) return [];
		const { registrant, admin, tech } = await contactIds(order, contacts);
		const present = order.contacts;
		// The holder has to approve a new registrant. ResellerClub shows the old one until then.
		const isAsked = order.irtp_status?.["gaining-contact-info"]?.id === registrant;
		const isSame = (registrant === present.registrant || isAsked) && admin === present.admin && tech === present.tech;
		const params = {
			...{ "reg-contact-id": registrant, "admin-contact-id": admin, "tech-contact-id": tech },
			"billing-contact-id": present.billing || registrant,
		};
		return isSame ? [] : [{ path: "domains/modify-contact", params }];
	}

	async function run(order: DomainOrder, step: Step): Promise<void> {
		const { path, params } = step;
		try {
			await api.post(path, { "order-id": order.orderid, ...params }, z.unknown());
		} catch (error) {
			if (!(error instanceof Refused)) throw error;
			if (isPrivacyMissing(error) && params["protect-privacy"] === true)
				await api.order("domains/purchase-privacy", { "order-id": order.orderid, "invoice-option": "NoInvoice" });
			else if (!isHarmless(step, error)) throw error;
		}
	}

	async function stepsFor(order: DomainOrder, settings: RegistrationSettings): Promise<Step[]> {
		const { nameservers, glue, ds, locked, privacy, contacts } = settings;
		const isMoved = order.nameservers.join() !== nameservers.join();
		const isLocked = order.orderstatus.includes("transferlock");
		const hasOtherPrivacy = order.privacyprotectedallowed && order.isprivacyprotected !== privacy;
		return [
			...glueSteps(order, glue),
			...(isMoved ? [{ path: "domains/modify-ns", params: { ns: nameservers } }] : []),
			...dsSteps(order, ds),
			...(isLocked === locked ? [] : [{ path: `domains/${locked ? "en" : "dis"}able-theft-protection`, params: {} }]),
			...(hasOtherPrivacy
				? [
						{
							path: "domains/modify-privacy-protection",
							params: { "protect-privacy": privacy, reason: "The holder has changed it" },
						},
					]
				: []),
			...(await contactSteps(order, contacts)),
		];
	}

	return {
		/** Staff have to make changes that ResellerClub refuses. @throws if they may succeed later */
		async apply(order: DomainOrder, settings: RegistrationSettings): Promise<CommandResult> {
			let result: CommandResult = "done";
			for (const step of await stepsFor(order, settings)) {
				try {
					await run(order, step);
				} catch (error) {
					if (!(error instanceof Refused) || isBusy(error)) throw error;
					logger.warn("registrar_refused", { service: "resellerclub", operation: "settings", error });
					result = "by_hand";
				}
			}
			return result;
		},
	};
}
