import { audit, change, log } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Accounts } from "~/features/accounts/accounts.server";
import type { Addons } from "~/features/addons/addons.server";
import type { BillingDesk } from "~/features/billing-desk/billing-desk.server";
import { addonRefValue } from "~/features/cart/addon-ref";
import { planLabel, planMisfit } from "~/features/cart/addon-targets";
import { findProduct, unitPrice } from "~/features/catalog/catalog";
import { isTerm } from "~/features/catalog/product";
import { parseHostName } from "~/features/dns/host-name";
import { parseDomainName } from "~/features/domains/domain-name";
import { parseExternalDomain } from "~/features/domains/external-domain";
import type { Registrations } from "~/features/domains/registrations.server";
import { toUnicode } from "~/features/domains/to-unicode";
import { planActivated, plansAdded } from "~/features/hosting/hosting-changes.server";
import { hostingFacts, isRunByStaff } from "~/features/hosting/hosting-facts";
import type { StaffSession } from "~/features/staff/staff";
import type { Clock } from "~/lib/clock";
import { formatDay, isoDay, kenya } from "~/lib/dates";
import { createId } from "~/lib/ids";
import { money } from "~/lib/money";
import { fail, failField, ok, type Result } from "~/lib/result";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { Registrar } from "~/platform/registrar/registrar";
import type { RecordAddon, RecordDomain, RecordPlan } from "./record-only.schema";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Pick<Accounts, "find">;
	readonly billingDesk: Pick<BillingDesk, "customer">;
	readonly registrar: Pick<Registrar, "lookUp" | "stops">;
	readonly registrations: Pick<Registrations, "record">;
	readonly addons: Pick<Addons, "recorded" | "targets">;
	readonly hostingPanel: Pick<HostingPanel, "adopt">;
	/** Names of the hosting servers. None if the panel is a stand-in. */
	readonly servers: readonly string[];
}

const utc = "UTC";

export type RecordOnly = ReturnType<typeof createRecordOnly>;

/**
 * Records domains, plans and add-ons that a customer has already, for example from before this shop: without an order, a payment, an email,
 * or anything at the registrar or panel but a look. Their renewals and reminders then follow from the recorded date.
 */
export function createRecordOnly(dependencies: Dependencies) {
	const { db, clock, accounts, billingDesk, registrar, registrations, addons, hostingPanel, servers } = dependencies;

	async function customerOf(session: StaffSession, customerId: string) {
		const found = await billingDesk.customer(session, "orders.change", customerId);
		const account = found && found.status !== "closed" ? await accounts.find(customerId) : null;
		return account ? ok(account) : fail("not_found", "There is no such customer.");
	}

	const inFuture = (expiresAt: number) =>
		expiresAt > clock()
			? ok(null)
			: failField("expiresAt", "Enter a day in the future. Record the service once it is renewed.");

	/** What the registrar says about the name. Null if it can't be asked. */
	async function atRegistrar(name: string, { registrar: id, expiresAt }: RecordDomain) {
		if (!registrar.stops().some((one) => one.id === id)) return failField("registrar", `${id} is not configured.`);
		if (id === "manual") return ok(null);
		const found = await registrar.lookUp(name, id).catch(() => "silent" as const);
		if (found === "silent") return fail("unavailable", `${id} does not answer. Try again later.`);
		if (!found) return failField("registrar", `${id} has no domain ${toUnicode(name)} in our account.`);
		if (isoDay(found.expiry, utc) !== isoDay(expiresAt, utc))
			return failField(
				"expiresAt",
				`${id} says that it expires on ${formatDay(found.expiry, { ...kenya, timezone: utc })}.`,
			);
		return ok(found);
	}

	function typedNameservers(text: string, domain: string): Result<string[]> {
		const hosts: string[] = [];
		for (const typed of text.split(/[\s,]+/).filter(Boolean)) {
			const host = parseHostName(typed, domain);
			if (!host.ok) return failField("nameservers", `${typed}: ${host.error}`);
			hosts.push(host.value);
		}
		return ok([...new Set(hosts)]);
	}

	/** What an add-on of the customer can be for, as the form offers it. */
	async function targetsOf(session: StaffSession, permission: "orders.view" | "orders.change", customerId: string) {
		const found = await addons.targets(session, permission, customerId);
		const ours = new Set(found.domains.map(({ name }) => name));
		return [
			...found.domains.map(({ id, name }) => ({
				value: addonRefValue({ domain: name }),
				label: toUnicode(name),
				parent: { domainId: id },
				plan: null,
			})),
			...found.plans.map(({ id, name, domain, type }) => ({
				value: addonRefValue({ planId: id }),
				label: planLabel(name, domain),
				parent: { planId: id },
				plan: { type, domain, isOurs: domain !== null && ours.has(domain) },
			})),
		];
	}

	return {
		/** The registrars that are configured. */
		registrars: () => registrar.stops().map(({ id }) => id),
		servers,

		/** Returns the domain as it is shown. */
		async domain(session: StaffSession, customerId: string, input: RecordDomain): Promise<Result<string>> {
			const now = clock();
			const name = parseDomainName(input.domain);
			if (!name.ok) return name;
			const { ascii, unicode, tld } = name.value;
			const [customer, future, typed] = [
				await customerOf(session, customerId),
				inFuture(input.expiresAt),
				typedNameservers(input.nameservers, ascii),
			];
			if (!customer.ok) return customer;
			if (!future.ok) return future;
			if (!typed.ok) return typed;
			const found = await atRegistrar(ascii, input);
			if (!found.ok) return found;
			const held = found.value;
			const id = createId("dom", now);
			const expiresAt = held?.expiry ?? input.expiresAt;
			const saved = await db.commit(
				change(
					audit(session, "orders.change", {
						kind: "domain.recorded",
						subject: { type: "customer", id: customerId },
						customerId,
						params: { domain: unicode, registrar: input.registrar, expiresAt },
						reason: input.reason,
					}),
					registrations.record(
						{
							...{ id, userId: customerId, name: ascii, tld, registrar: input.registrar },
							...{ registryId: held?.object.id ?? null, expiresAt, registeredAt: now },
							autoRenew: input.autoRenew === "on",
							locked: held?.locked ?? false,
							privacy: held?.privacy ?? false,
							nameservers: [...(held?.nameservers ?? typed.value)],
						},
						now,
					),
					log({
						kind: "domain.recorded",
						actor: "staff",
						params: { domain: unicode, expiresAt },
						owner: { userId: customerId },
					}),
				),
				now,
			);
			if (saved.state === "duplicate") return failField("domain", `Another customer has ${unicode}.`);
			if (saved.state === "stale") return failField("domain", `This customer has ${unicode} already, or ordered it.`);
			return ok(unicode);
		},

		/** The domains and plans that an add-on can be recorded for. */
		addonTargets: async (session: StaffSession, customerId: string) =>
			(await targetsOf(session, "orders.view", customerId)).map(({ value, label }) => ({ value, text: label })),

		/** Returns the add-on's name. */
		async addon(session: StaffSession, customerId: string, input: RecordAddon): Promise<Result<string>> {
			const now = clock();
			const [customer, targets] = [
				await customerOf(session, customerId),
				await targetsOf(session, "orders.change", customerId),
			];
			if (!customer.ok) return customer;
			const { currency } = customer.value;
			const [productId = "", term = ""] = input.what.split(":", 2);
			const product = findProduct(productId);
			const price = product?.kind === "addon" && isTerm(term) ? unitPrice(product, term, currency) : undefined;
			if (product?.kind !== "addon" || !price) return failField("what", "Choose the add-on.");
			const target = targets.find(({ value }) => value === input.of);
			if (!target) return failField("of", "Choose a domain or plan that is active.");
			const { parent, plan, label } = target;
			if (!product.belongsTo.includes(plan ? "plan" : "domain"))
				return failField("of", `${product.name} is for a ${plan ? "domain" : "hosting plan"}.`);
			const misfit = plan && planMisfit(product, plan, plan.isOurs);
			if (misfit) return failField("of", misfit);
			const future = inFuture(input.expiresAt);
			if (!future.ok) return future;
			const renewal = money(input.price ?? price.amount, currency);
			const id = createId("add", now);
			const { expiresAt } = input;
			const facts = { addon: product.name, of: label, expiresAt };
			const saved = await db.commit(
				change(
					audit(session, "orders.change", {
						kind: "addon.recorded",
						subject: { type: "customer", id: customerId },
						customerId,
						params: { ...facts, ...(input.price !== undefined && { price: renewal }) },
						reason: input.reason,
					}),
					addons.recorded(
						{
							...{ id, userId: customerId, productId, name: product.name, price: renewal.amount, currency },
							termMonths: term === "annual" ? 12 : 1,
							...{ activatedAt: now, expiresAt, createdAt: now, updatedAt: now },
						},
						parent,
						now,
					),
					log({ kind: "addon.recorded", actor: "staff", params: facts, owner: { userId: customerId }, subjectId: id }),
				),
				now,
			);
			return saved.state === "ok" ? ok(product.name) : failField("of", `${label} has ${product.name} already.`);
		},

		/** Returns the plan's name. */
		async plan(session: StaffSession, customerId: string, input: RecordPlan): Promise<Result<string>> {
			const now = clock();
			const customer = await customerOf(session, customerId);
			if (!customer.ok) return customer;
			const { currency, email } = customer.value;
			const [productId = "", term = ""] = input.what.split(":", 2);
			const product = findProduct(productId);
			const price = product?.kind === "plan" && isTerm(term) ? unitPrice(product, term, currency) : undefined;
			if (product?.kind !== "plan" || !isTerm(term) || !price) return failField("what", "Choose the plan.");
			const future = inFuture(input.expiresAt);
			if (!future.ok) return future;
			const parsed = input.domain === "" ? ok(null) : parseExternalDomain(input.domain);
			if (!parsed.ok) return failField("domain", parsed.error.message);
			const isOnServer = servers.length > 0 && !isRunByStaff(productId);
			if (isOnServer && !servers.includes(input.server)) return failField("server", "Choose the server.");
			if (isOnServer && input.account === "") return failField("account", "Enter the account's name on the server.");
			const domain = parsed.value?.ascii ?? null;
			const id = createId("hst", now);
			const renewal = money(input.price ?? price.amount, currency);
			const { resources, ...facts } = hostingFacts(product, term, renewal);
			const place = { server: input.server, user: input.account, domain };
			const adopted = isRunByStaff(productId)
				? ({ state: "succeeded", ip: null, kept: null } as const)
				: await hostingPanel.adopt({ account: id, plan: productId, resources, email, ...place }).catch(() => null);
			if (!adopted) return fail("unavailable", "The server does not answer. Try again later.");
			if (adopted.state === "failed") return failField("account", adopted.message);
			const saved = await db.commit(
				change(
					audit(session, "orders.change", {
						kind: "plan.recorded",
						subject: { type: "plan", id },
						customerId,
						params: {
							...{ plan: facts.name, server: input.server, account: input.account, expiresAt: input.expiresAt },
							...(input.price !== undefined && { price: renewal }),
						},
						reason: input.reason,
					}),
					adopted.kept,
					plansAdded(db, [
						{
							...{ id, userId: customerId, productId, ...facts, resources, currency, status: "pending" },
							// Nothing was paid here, so a change to a smaller plan credits no more than the price of the catalogue.
							paid: renewal.amount > price.amount ? price.amount : null,
							...(domain !== null && { domain, domainProvenAt: now }),
							...{ createdAt: now, updatedAt: now },
						},
					]),
					planActivated(db, id, { ip: adopted.ip, expiresAt: input.expiresAt }, now),
					log({
						kind: "hosting.recorded",
						actor: "staff",
						params: { plan: facts.name, expiresAt: input.expiresAt },
						owner: { userId: customerId },
						subjectId: id,
					}),
				),
				now,
			);
			if (saved.state === "duplicate") return failField("account", "Another plan has this account.");
			return saved.state === "ok" ? ok(facts.name) : fail("forbidden", "Your access has changed. Reload the page.");
		},
	};
}
