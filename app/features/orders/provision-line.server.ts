import { brand } from "~/brand";
import { holderStatuses } from "~/db/held-by-another";
import type { Domain, HostingPlan, Job, OrderLine } from "~/db/schema";
import { restoreFee } from "~/features/catalog/domain-prices";
import { priceIn, toPrices } from "~/features/catalog/prices";
import type { DomainStatus } from "~/features/domains/domain-state";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import type { HostingStatus } from "~/features/hosting/hosting-state";
import { type Currency, money } from "~/lib/money";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { HeldName } from "~/platform/registrar/held-name";
import type { Op, RefusalCode, Registrar } from "~/platform/registrar/registrar";
import { type ContactDetails, registrantOf } from "./contact-details";
import type { JobReason } from "./job-reason";
import { provisionPlanChange } from "./provision-plan-change.server";
import { operationId, type Provisioned, renewalOf } from "./provisioning";

export interface ProvisioningPorts {
	readonly registrar: Pick<
		Registrar,
		"choose" | "register" | "transferIn" | "renew" | "restore" | "op" | "info" | "lookUp"
	>;
	readonly hosting: HostingPanel;
}

interface LineToProvide {
	readonly job: Job;
	readonly line: OrderLine;
	readonly order: { readonly contact: ContactDetails; readonly currency: Currency };
	/** The line's domain. Undefined if it has none. */
	readonly domain: Pick<Domain, "status" | "registrar" | "registryId" | "registeredAt" | "tld"> | undefined;
	readonly hosting: HostingPlan | undefined;
	/** The line's add-on, with the status of its domain or plan. Undefined if it has none. */
	readonly addon:
		| {
				readonly id: string;
				readonly cancelledAt: number | null;
				readonly endedAt: number | null;
				/** Whether its domain or plan has an earlier one of this product. */
				readonly isSecond: boolean;
				readonly parentStatus: DomainStatus | HostingStatus | null;
		  }
		| undefined;
	/** For a new domain: the rows of other accounts that hold it. */
	readonly formerHolders: readonly HeldName[];
}

/**
 * Creates a function that provisions a line, or checks an operation that was started earlier. The registrar's operation
 * id comes from the job's id, so a repeated run does not order twice.
 */
export function createProvisionLine({ registrar, hosting }: ProvisioningPorts) {
	return async function provision(subject: LineToProvide): Promise<Provisioned> {
		const { job, line, order, domain, hosting: account } = subject;
		if (hasNothingToRenew(job, subject)) return nothingToRenew(nameOf(line));
		switch (job.kind) {
			case "register_domain":
			case "transfer_domain":
				return provisionDomain(subject);
			case "renew_domain": {
				const started = await startedOperation(subject);
				return toRenewal(started ?? (await startOperation({ job, line, order, domain })), subject);
			}
			case "restore_domain":
				return restoreDomain(subject);
			case "create_hosting": {
				const { productId: plan } = line;
				if (!account) throw new Error(`Job ${job.id} sets up no plan`);
				if (account.status === "terminated") return endedPlan(account, line);
				if (isRunByStaff(plan))
					return needsStaff({ code: "set_up_by_hand", name: line.name }, "no control panel sets up this kind of plan");
				const { id, resources } = account;
				const made = await hosting.create({ account: id, plan, resources, email: order.contact.email });
				if (made.state === "succeeded") {
					const { ref, ip } = made;
					return { state: "done", ref, ip };
				}
				if (made.retryable) return { state: "retry", reason: made.message };
				return needsStaff({ code: "set_up_by_hand", name: line.name }, made.message);
			}
			case "change_hosting":
				return provisionPlanChange(hosting, line, account);
			case "renew_hosting":
				// A payment does not end a suspension by staff.
				return account?.status === "suspended" && account.suspendedReason === null
					? liftSuspension(account)
					: { state: "done" };
			case "activate_addon": {
				const { addon } = subject;
				if (addon && isAddonOver(addon))
					return cancelled({ code: "ended_before_set_up", name: line.name }, "its domain or plan has ended");
				if (addon?.isSecond) return cancelled({ code: "ordered_twice", name: line.name }, "paid twice");
				if (addon && addon.parentStatus !== "active") return { state: "waiting", ref: addon.id };
				return needsStaff({ code: "activation", name: line.name }, "to be activated");
			}
			case "renew_addon":
				if (subject.addon?.cancelledAt) return cancelled({ code: "addon_cancelled", name: line.name }, "cancelled");
				return { state: "done" };
			case "ship_hardware":
				return needsStaff({ code: "packing", name: line.name }, "to be shipped");
		}
	};

	/** Also deletes the account at the panel, because an earlier run may have created it just before the plan ended. */
	async function endedPlan({ id, productId }: HostingPlan, { name }: OrderLine): Promise<Provisioned> {
		if (isRunByStaff(productId)) return needsStaff({ code: "needs_check", name }, "the plan has ended");
		const answer = await hosting.terminate(id);
		if (answer.state === "succeeded") return cancelled({ code: "ended_before_set_up", name }, "the plan has ended");
		if (answer.retryable) return { state: "retry", reason: answer.message };
		return needsStaff({ code: "needs_check", name }, answer.message);
	}

	async function liftSuspension({ id, name, productId }: HostingPlan): Promise<Provisioned> {
		if (isRunByStaff(productId))
			return needsStaff({ code: "resumed_by_hand", name }, "it is suspended, and no control panel can resume it");
		const answer = await hosting.unsuspend(id);
		if (answer.state === "succeeded") return { state: "done" };
		if (answer.retryable) return { state: "retry", reason: answer.message };
		return needsStaff({ code: "needs_check", name }, answer.message);
	}

	async function startedOperation({ job, line, domain }: LineToProvide): Promise<Op | undefined> {
		if (!job.externalRef) return undefined;
		return registrar.op(job.externalRef, { name: nameOf(line), registrar: domain?.registrar ?? null });
	}

	/** Renews the domain instead if its registrar still allows that, because it gives more time after the expiry than we do. */
	async function restoreDomain(subject: LineToProvide): Promise<Provisioned> {
		const { job, line, domain } = subject;
		const name = nameOf(line);
		const started = await startedOperation(subject);
		if (!domain || !isHeld(domain)) return restoredTooLate(name, started);
		if (!started && domain.status !== "redemption")
			return cancelled({ code: "restored_otherwise", name }, "it is not in redemption any more");
		const { registrar: holder, registryId, registeredAt } = domain;
		const term = { name, registrar: holder, registryId, registeredAt, currentExpiry: line.currentExpiry ?? 0 };
		const op = started ?? (await registrar.restore({ ...term, opId: operationId(job) }));
		const isRefused = op.error?.code === "2304" || op.error?.code === "2105";
		if (!isRefused || op.ref === renewalOf(job)) return toRestored(op, name);
		// 2105, because an earlier run may have renewed it.
		return toRestored(await registrar.renew({ ...term, opId: renewalOf(job), years: 1 }), name);
	}

	async function provisionDomain(subject: LineToProvide): Promise<Provisioned> {
		const { job, line, order, domain, formerHolders } = subject;
		const name = nameOf(line);
		// The row belongs to another order of the same customer, who has paid twice.
		if (!domain) return cancelled({ code: "ordered_twice", name }, "paid twice");
		const started = await startedOperation(subject);
		if (!isClaim(domain) && started?.state !== "pending" && started?.state !== "in_progress")
			return rowEnded(name, started);
		const result = toNewDomain(started ?? (await startOperation({ job, line, order, domain })), name);
		if (result.state !== "done") return result;
		const found = await registrar.lookUp(name, domain.registrar);
		if (!found && job.kind === "transfer_domain")
			return { state: "retry", reason: "The registry does not show the name with us yet" };
		// Never take a domain from an account that the registry still confirms as holder.
		const confirmed = await Promise.all(formerHolders.map((holder) => registrar.info(holder)));
		if (confirmed.some((info) => info && info !== "not_held"))
			return needsStaff({ code: "needs_check", name }, "another account still holds it");
		return { ...result, found };
	}

	function startOperation({
		job,
		line,
		order,
		domain,
	}: Omit<LineToProvide, "hosting" | "addon" | "formerHolders">): Promise<Op> {
		const details = line.details;
		const name = nameOf(line);
		const registrant = registrantOf(order.contact);
		const opId = operationId(job);
		const { registrar: holder = null, registryId = null, registeredAt = null } = domain ?? {};
		if (job.kind === "transfer_domain") {
			return registrar.transferIn({ opId, name, registrar: holder, authCode: details.authCode ?? "", registrant });
		}
		const years = details.years ?? 1;
		if (job.kind === "renew_domain") {
			return registrar.renew({
				opId,
				name,
				registrar: holder,
				registryId,
				registeredAt,
				years,
				currentExpiry: line.currentExpiry ?? 0,
			});
		}
		// Never pay a registry more than the customer paid us. Registry prices are in shillings.
		const maxCost = priceIn(toPrices(money(line.amount, order.currency)), "KES");
		return registrar.register({
			opId,
			name,
			registrar: holder,
			years,
			registrant,
			nameservers: brand.nameservers,
			privacy: true,
			maxCost,
		});
	}
}

function toProvisioned(op: Op, name: string): Provisioned {
	switch (op.state) {
		case "succeeded":
			return { state: "done", ref: op.ref, ...(op.expiry !== undefined && { expiresAt: op.expiry }) };
		case "pending":
		case "in_progress":
			return { state: "waiting", ref: op.ref, since: op.since, longestMs: op.longestMs, reason: op.action };
		case "action_required":
		case "blocked":
			return needsStaff({ code: "registry_step", name }, op.action ?? op.state);
		case "failed":
			if (op.error?.retryable) return { state: "retry", reason: op.error.message };
			return needsStaff({ code: renewalRefusal(op.error?.code), name }, reasonOf(op));
	}
}

/**
 * A domain that went into redemption before it was paid can't be renewed any more. Registrars may delete a name earlier than
 * we expect. Its customer can then restore it, if its extension has a price for that.
 */
function toRenewal(op: Op, { line, domain }: Pick<LineToProvide, "line" | "domain">): Provisioned {
	const name = nameOf(line);
	if (op.state !== "failed" || !domain) return toProvisioned(op, name);
	const isTooLate = op.error?.code === "2304" && domain.status === "redemption";
	const isDeleted = op.error?.deleted === true && domain.status === "expired" && restoreFee(domain.tld) !== null;
	if (!isTooLate && !isDeleted) return toProvisioned(op, name);
	return { ...cancelled({ code: "in_redemption", name }, reasonOf(op)), deleted: isDeleted };
}

/** A refusal cancels a restore. */
function toRestored(op: Op, name: string): Provisioned {
	if (op.state !== "failed" || op.error?.retryable) return toProvisioned(op, name);
	return cancelled({ code: restoreRefusal(op.error?.code), name }, reasonOf(op));
}

/** The domain's row has ended. */
function restoredTooLate(name: string, started: Op | undefined): Provisioned {
	if (!started || started.state === "failed")
		return cancelled({ code: "restore_too_late", name }, "the domain was released");
	const result = toProvisioned(started, name);
	return result.state === "done"
		? needsStaff({ code: "needs_check", name }, "restored after its row had ended")
		: result;
}

/** A refusal cancels a registration or a transfer, unless a new authorization code can help. */
function toNewDomain(op: Op, name: string): Provisioned {
	if (op.state !== "failed" || op.error?.retryable) return toProvisioned(op, name);
	const { code } = op.error ?? {};
	if (code !== "2202") return cancelled({ code: refusal(code), name }, reasonOf(op));
	const why = { code: "auth_code_refused", name } as const;
	return { state: "action_required", why, reason: reasonOf(op), needs: "auth_code" };
}

/** The domain's row has ended, or the domain is already active. */
function rowEnded(name: string, started: Op | undefined): Provisioned {
	if (started?.state !== "succeeded")
		return cancelled({ code: "registered_by_other", name }, "another account has the name");
	return needsStaff({ code: "needs_check", name }, "succeeded after its row had ended");
}

/** Whether the row still waits for its registration or transfer. */
export const isClaim = ({ status }: Pick<Domain, "status">): boolean =>
	status === "pending" || status === "transfer_in";

const reasonOf = ({ error }: Op): string => error?.message ?? "refused without a reason";

/** The reason for one of EPP's codes (RFC 5730, section 3). */
function refusal(code: RefusalCode | undefined) {
	switch (code) {
		case "2302":
			return "registered_by_other";
		case "2303":
			return "not_registered";
		case "2304":
			return "locked";
		case "2306":
			return "price_too_high";
		default:
			return "refused";
	}
}

function renewalRefusal(code: RefusalCode | undefined) {
	switch (code) {
		case "2105":
			return "renewed_otherwise";
		case "2201":
			return "not_in_account";
		default:
			return "renewal_refused";
	}
}

function restoreRefusal(code: RefusalCode | undefined) {
	switch (code) {
		case "2105":
			return "restored_otherwise";
		case "2201":
		case "2303":
			return "restore_too_late";
		default:
			return "restore_refused";
	}
}

const isHeld = ({ status }: Pick<Domain, "status">): boolean => holderStatuses.some((one) => one === status);

const isAddonOver = ({ endedAt, parentStatus }: NonNullable<LineToProvide["addon"]>): boolean =>
	endedAt !== null || parentStatus === null || parentStatus === "released" || parentStatus === "terminated";

/** Whether the domain, plan or add-on to renew no longer exists in the account. */
function hasNothingToRenew({ kind }: Job, { domain, hosting, addon }: LineToProvide): boolean {
	if (kind === "renew_addon") return !addon || isAddonOver(addon);
	if (kind === "renew_domain") return !domain || !isHeld(domain);
	return kind === "renew_hosting" && (!hosting || hosting.status === "terminated" || hosting.endedReason !== null);
}

const nothingToRenew = (name: string): Provisioned =>
	needsStaff({ code: "not_in_account", name }, "what was to be renewed is gone");

const cancelled = (why: JobReason, reason: string): Provisioned & { state: "void" } => ({ state: "void", why, reason });

const needsStaff = (why: JobReason, reason: string): Provisioned => ({ state: "action_required", why, reason });

const nameOf = (line: OrderLine): string => line.domain ?? line.name;
