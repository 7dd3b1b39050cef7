import { brand } from "~/brand";
import { holderStatuses } from "~/db/held-by-another";
import type { Domain, HostingPlan, Job, OrderLine } from "~/db/schema";
import { priceIn, toPrices } from "~/features/catalog/prices";
import { type Currency, money } from "~/lib/money";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { Op, RefusalCode, Registrant, Registrar } from "~/platform/registrar/registrar";
import type { ContactDetails } from "./contact-details";
import { provisionPlanChange } from "./provision-plan-change.server";
import { operationId, type Provisioned } from "./provisioning";

export interface ProvisioningPorts {
	readonly registrar: Pick<Registrar, "register" | "transferIn" | "renew" | "op" | "info" | "lookUp">;
	readonly hosting: HostingPanel;
}

interface LineToProvide {
	readonly job: Job;
	readonly line: OrderLine;
	readonly order: { readonly contact: ContactDetails; readonly currency: Currency };
	/** The name and the plan that the line is about, where it is about one. */
	readonly domain: Pick<Domain, "status" | "registryId" | "registeredAt"> | undefined;
	readonly hosting: HostingPlan | undefined;
	/** Of a new name: the rows of other accounts that hold it. */
	readonly formerHolders: readonly Pick<Domain, "name" | "registryId" | "registeredAt">[];
}

/** Carries out one line's work, or asks how far it is. The job's id is the operation's: twice is once. */
export function createProvisionLine({ registrar, hosting }: ProvisioningPorts) {
	return async function provision(subject: LineToProvide): Promise<Provisioned> {
		const { job, line, order, domain, hosting: account } = subject;
		if (isGone(job, { domain, hosting: account })) return gone(nameOf(line));
		switch (job.kind) {
			case "register_domain":
			case "transfer_domain":
				return newName(subject);
			case "renew_domain": {
				const started = job.externalRef ? await registrar.op(job.externalRef) : undefined;
				return judge(started ?? (await begin({ job, line, order, domain })), nameOf(line));
			}
			case "create_hosting": {
				const { productId: plan } = line;
				if (!account) throw new Error(`Job ${job.id} sets up no plan`);
				const { id, resources } = account;
				const made = await hosting.create({ account: id, plan, resources, email: order.contact.email });
				if (made.state === "succeeded") {
					const { ref, ip } = made;
					return { state: "done", ref, ip };
				}
				if (made.retryable) return { state: "retry", reason: made.message };
				return manual(`We set up ${line.name} by hand, and tell you when it is ready.`, made.message);
			}
			case "change_hosting":
				return provisionPlanChange(hosting, line, account);
			// A panel's account has no end of its own: the plan's row is all there is to move.
			case "renew_hosting":
				return { state: "done" };
			case "activate_addon":
				return manual(`Our team activates ${line.name} and emails you when it is ready.`, "to be activated");
			case "ship_hardware":
				return manual("We are packing it. You will hear from us when it is on its way.", "to be shipped");
		}
	};

	async function newName({ job, line, order, domain, formerHolders }: LineToProvide): Promise<Provisioned> {
		const name = nameOf(line);
		// The row belongs to another order of the same customer: the name was paid for twice.
		if (!domain)
			return refused(`${name} was already ordered in your account, so this payment was not needed.`, "paid twice");
		const started = job.externalRef ? await registrar.op(job.externalRef) : undefined;
		const waits = domain.status === "pending" || domain.status === "transfer_in";
		if (!waits && started?.state !== "pending" && started?.state !== "in_progress") return overtaken(name, started);
		const judged = judgeNewName(started ?? (await begin({ job, line, order, domain })), name);
		if (judged.state !== "done") return judged;
		const found = await registrar.lookUp(name);
		if (!found && job.kind === "transfer_domain")
			return { state: "retry", reason: "The registry does not show the name with us yet" };
		// Never take a name from an account that its registry still confirms.
		const confirmed = await Promise.all(formerHolders.map((holder) => registrar.info(holder)));
		if (confirmed.some((info) => info && info !== "not_held"))
			return manual(`${name} needs a check by our team. We will write to you.`, "another account still holds it");
		return { ...judged, found };
	}

	function begin({ job, line, order, domain }: Omit<LineToProvide, "hosting" | "formerHolders">): Promise<Op> {
		const details = line.details;
		const name = nameOf(line);
		const registrant = registrantOf(order.contact);
		const opId = operationId(job);
		if (job.kind === "transfer_domain") {
			return registrar.transferIn({ opId, name, authCode: details.authCode ?? "", registrant });
		}
		const years = details.years ?? 1;
		if (job.kind === "renew_domain") {
			const { registryId = null, registeredAt = null } = domain ?? {};
			return registrar.renew({
				opId,
				name,
				registryId,
				registeredAt,
				years,
				currentExpiry: line.currentExpiry ?? 0,
			});
		}
		// Never pay a registry more than the customer paid us. Its prices are in shillings.
		const maxCost = priceIn(toPrices(money(line.amount, order.currency)), "KES");
		return registrar.register({
			opId,
			name,
			years,
			registrant,
			nameservers: brand.nameservers,
			privacy: true,
			maxCost,
		});
	}
}

function judge(op: Op, name: string): Provisioned {
	switch (op.state) {
		case "succeeded":
			return { state: "done", ref: op.ref, ...(op.expiry !== undefined && { expiresAt: op.expiry }) };
		case "pending":
		case "in_progress":
			return { state: "waiting", ref: op.ref };
		case "action_required":
		case "blocked":
			return manual(`${name} needs a step by hand at its registry. Our team takes it.`, op.action ?? op.state);
		case "failed":
			if (op.error?.retryable) return { state: "retry", reason: op.error.message };
			return manual(renewalRefusal(op.error?.code, name), reasonOf(op));
	}
}

/** A refusal ends a registration or a transfer, except where a new authorization code helps. */
function judgeNewName(op: Op, name: string): Provisioned {
	if (op.state !== "failed" || op.error?.retryable) return judge(op, name);
	const { code } = op.error ?? {};
	if (code !== "2202") return refused(refusalMessage(code, name), reasonOf(op));
	const message = `The authorization code for ${name} was not accepted. Ask your current registrar for a new one and enter it on the domain's page.`;
	return { state: "action_required", message, reason: reasonOf(op), needs: "auth_code" };
}

/** The row has ended, or the name is active already, since this was paid. */
function overtaken(name: string, started: Op | undefined): Provisioned {
	if (started?.state !== "succeeded") return refused(refusalMessage("2302", name), "another account has the name");
	return manual(`${name} needs a check by our team. We will write to you.`, "succeeded after its row had ended");
}

const reasonOf = ({ error }: Op): string => error?.message ?? "refused without a reason";

/** EPP's codes (RFC 5730, section 3) as the customer needs them. */
function refusalMessage(code: RefusalCode | undefined, name: string): string {
	switch (code) {
		case "2302":
			return `Someone else registered ${name} before your payment reached us.`;
		case "2303":
			return `${name} is not registered anywhere, so it can't be transferred.`;
		case "2304":
			return `${name} is locked or reserved. Unlock it at your current registrar before you order its transfer again.`;
		case "2306":
			return `The registry asks more for ${name} than you paid.`;
		default:
			return `The registry refused ${name}.`;
	}
}

function renewalRefusal(code: RefusalCode | undefined, name: string): string {
	switch (code) {
		case "2105":
			return `${name} was renewed in another way after you ordered this. It was not renewed twice. We will write to you about your money.`;
		case "2201":
			return `${name} is not in your account any more, so it was not renewed. We will write to you about your money.`;
		default:
			return `The registry refused ${name}. Our team is looking into it and will write to you.`;
	}
}

/** Is there nothing left to renew? */
function isGone({ kind }: Job, { domain, hosting }: Pick<LineToProvide, "domain" | "hosting">): boolean {
	if (kind === "renew_domain") return !domain || !holderStatuses.some((status) => status === domain.status);
	return kind === "renew_hosting" && (!hosting || hosting.status === "terminated");
}

const gone = (name: string): Provisioned =>
	manual(
		`${name} is not in your account any more, so it was not renewed. We will write to you about your money.`,
		"what was to be renewed is gone",
	);

const refused = (message: string, reason: string): Provisioned => ({ state: "void", message, reason });

const manual = (message: string, reason: string): Provisioned => ({ state: "action_required", message, reason });

const nameOf = (line: OrderLine): string => line.domain ?? line.name;

function registrantOf({ firstName, lastName, email, phone, company, country }: ContactDetails): Registrant {
	return { firstName, lastName, email, phone, country, ...(company && { organisation: company }) };
}
