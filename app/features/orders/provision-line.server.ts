import { brand } from "../../brand";
import type { ContactDetails, DomainStatus, HostingPlan, Job, OrderLine } from "../../db/schema";
import { type Currency, money } from "../../lib/money";
import type { HostingPanel } from "../../platform/hosting/hosting-panel";
import type { Op, Registrant, Registrar } from "../../platform/registrar/registrar";
import { inOneCurrency, priceIn } from "../catalog/prices";
import { provisionPlanChange } from "./provision-plan-change.server";
import type { Provisioned } from "./provisioning";

export interface ProvisioningPorts {
	readonly registrar: Pick<Registrar, "register" | "transferIn" | "renew" | "op" | "info">;
	readonly hosting: HostingPanel;
}

interface LineToProvide {
	readonly job: Job;
	readonly line: OrderLine;
	readonly order: { readonly contact: ContactDetails; readonly currency: Currency };
	/** The name and the plan that the line is about, where it is about one. */
	readonly domain: { readonly status: DomainStatus } | undefined;
	readonly hosting: HostingPlan | undefined;
}

/** Carries out one line's work, or asks how far it is. The job's id is the operation's: twice is once. */
export function createProvisionLine({ registrar, hosting }: ProvisioningPorts) {
	return async function provision({ job, line, order, domain, hosting: account }: LineToProvide): Promise<Provisioned> {
		if (isGone(job, { domain, hosting: account })) return gone(nameOf(line));
		switch (job.kind) {
			case "register_domain":
			case "transfer_domain":
			case "renew_domain": {
				const started = job.externalRef ? await registrar.op(job.externalRef) : undefined;
				const judged = judge(started ?? (await begin({ job, line, order })), nameOf(line));
				if (job.kind !== "transfer_domain" || judged.state !== "done") return judged;
				return { ...judged, found: await registrar.info(nameOf(line)) };
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
			case "activate_addon":
				return { state: "done" };
			case "ship_hardware":
				return manual("We are packing it. You will hear from us when it is on its way.", "to be shipped");
		}
	};

	function begin({ job, line, order }: Omit<LineToProvide, "domain" | "hosting">): Promise<Op> {
		const details = line.details;
		const name = nameOf(line);
		const registrant = registrantOf(order.contact);
		if (job.kind === "transfer_domain") {
			return registrar.transferIn({ opId: job.id, name, authCode: details.authCode ?? "", registrant });
		}
		const years = details.years ?? 1;
		if (job.kind === "renew_domain") {
			return registrar.renew({ opId: job.id, name, years, currentExpiry: details.currentExpiry ?? 0 });
		}
		// Never pay a registry more than the customer paid us. Its prices are in shillings.
		const maxCost = priceIn(inOneCurrency(money(line.amount, order.currency)), "KES");
		return registrar.register({
			opId: job.id,
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
			return manual(refusalMessage(op.error?.code, name), op.error?.message ?? "refused without a reason");
	}
}

/** EPP's codes (RFC 5730, section 3) as the customer needs them. */
function refusalMessage(code: string | undefined, name: string): string {
	switch (code) {
		case "2302":
			return `Somebody else registered ${name} before your payment reached us. Choose another name or take your money back: we will write to you.`;
		case "2202":
			return `The authorization code for ${name} was not accepted. Ask your present registrar for a new one and send it to us.`;
		case "2105":
			return `${name} has been renewed otherwise since this was ordered. It was not renewed twice: we will write to you about your money.`;
		case "2303":
			return `${name} is not registered anywhere, so it can't be transferred. We will write to you about your money.`;
		default:
			return `The registry refused ${name}. Our team is looking into it and will write to you.`;
	}
}

/** Is there nothing left to renew? */
function isGone({ kind }: Job, { domain, hosting }: Pick<LineToProvide, "domain" | "hosting">): boolean {
	if (kind === "renew_domain") return !domain || domain.status === "released";
	return kind === "renew_hosting" && (!hosting || hosting.status === "terminated");
}

const gone = (name: string): Provisioned =>
	manual(
		`${name} is not in your account any more, so it was not renewed. We will write to you about your money.`,
		"what was to be renewed is gone",
	);

const manual = (message: string, reason: string): Provisioned => ({ state: "action_required", message, reason });

const nameOf = (line: OrderLine): string => line.domain ?? line.name;

function registrantOf({ firstName, lastName, email, phone, company, country }: ContactDetails): Registrant {
	return { firstName, lastName, email, phone, country, ...(company && { organisation: company }) };
}
