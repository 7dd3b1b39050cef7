import { addonTerms, renewedFrom, termsUntil } from "~/features/addons/addon-terms";
import { findProduct, productTitle } from "~/features/catalog/catalog";
import { priceIn, toPrices } from "~/features/catalog/prices";
import type { Addon } from "~/features/catalog/product";
import { toUnicode } from "~/features/domains/to-unicode";
import { type HostingType, hostingType } from "~/features/hosting/hosting-facts";
import { expiryAfterRenewal, renewalTerm } from "~/features/hosting/renewal";
import { addMonths } from "~/lib/add-months";
import { addYears } from "~/lib/add-years";
import { money, multiply } from "~/lib/money";
import { fail, ok, type Result } from "~/lib/result";
import { chooseTarget, isNewDomain, isOurs, missingTarget, planLabel, planMisfit } from "./addon-targets";
import type { CheckedLine } from "./availability";
import type { Line } from "./lines";
import type { RenewalContext } from "./renewal-lookup.server";

/** What an add-on is for. */
interface Target {
	readonly label: string;
	/** How many months of it are paid or in the cart. */
	readonly months: number;
}

/**
 * Checks that a line's add-on can be for the domain or plan that the customer chose, and prices it until that renews.
 * @param lines the priced cart
 * @param owned null if no one is signed in
 */
export function checkAddon(line: Line, lines: readonly Line[], owned: RenewalContext | null): CheckedLine {
	const product = findProduct(line.productId);
	if (product?.kind !== "addon") return { line };
	const found = findTarget(product, line, { lines, owned });
	if (!found.ok) {
		const { code, message } = found.error;
		if (code === "sign_in") return { line, problem: { key: line.key, code: "sign_in", message, blocks: false } };
		const kind = code === "addon_unneeded" ? code : "addon_target";
		return { line, problem: { key: line.key, code: kind, message, blocks: true } };
	}
	const quantity = addonTerms(found.value.months, line.term === "annual" ? 12 : 1);
	const note = `For ${found.value.label}`;
	return { line: { ...line, quantity, amount: multiply(line.unit, quantity), note } };
}

/** The cart and the account in which an add-on's target is looked up. */
interface Place {
	readonly lines: readonly Line[];
	readonly owned: RenewalContext | null;
}

function findTarget(addon: Addon, { domain, planId, planKey }: Line, place: Place): Result<Target> {
	if (planKey !== undefined) return planInCart(addon, planKey, place);
	if (planId !== undefined) return ownPlan(addon, planId, place);
	if (domain === undefined) return missingTarget(addon, place.lines, place.owned?.targets ?? null);
	if (!addon.belongsTo.includes("domain"))
		return fail("conflict", `${addon.name} is for hosting plans, not for domains.`);
	const bought = place.lines.find((line) => isNewDomain(line) && line.domain === domain);
	if (!bought) return ownDomain(addon, domain, place);
	return ok({ label: toUnicode(domain), months: 12 * (bought.kind === "transfer" ? 1 : (bought.years ?? 1)) });
}

function planInCart(addon: Addon, planKey: string, { lines, owned }: Place): Result<Target> {
	const plan = lines.find(({ key, kind }) => key === planKey && kind === "plan");
	if (!plan) return fail("invalid", chooseTarget(addon));
	const target = { label: planLabel(plan.name, plan.domain), months: plan.term === "annual" ? 12 : 1 };
	return fitting(addon, { type: hostingType(plan.productId), domain: plan.domain ?? null }, target, { lines, owned });
}

function ownPlan(addon: Addon, planId: string, { lines, owned }: Place): Result<Target> {
	if (!owned) return signInFirst("this hosting plan");
	const plan = owned.plans.find(({ id, status, cancelledAt }) => id === planId && status === "active" && !cancelledAt);
	if (!plan || plan.expiresAt === null) return fail("conflict", chooseTarget(addon));
	const product = findProduct(plan.productId);
	const label = planLabel(product ? productTitle(product) : plan.name, plan.domain);
	if (owned.addons.some((one) => one.productId === addon.id && one.planId === planId))
		return fail("conflict", `${label} already has ${addon.name}.`);
	const renewal = lines.find((line) => line.kind === "hosting_renewal" && line.planId === planId);
	const until = addMonths(plan.expiresAt, (renewal?.quantity ?? 0) * plan.termMonths);
	return fitting(addon, plan, { label, months: monthsUntil(owned.now, until) }, { lines, owned });
}

function ownDomain(addon: Addon, domain: string, { lines, owned }: Place): Result<Target> {
	const label = toUnicode(domain);
	if (!owned) return signInFirst(label);
	const row = owned.domains.find(({ name, status }) => name === domain && status === "active");
	if (!row || row.expiresAt === null)
		return fail("conflict", `${label} is not an active domain of your account. ${chooseTarget(addon)}`);
	if (owned.addons.some((one) => one.productId === addon.id && one.domain === domain))
		return fail("conflict", `${label} already has ${addon.name}.`);
	const renewal = lines.find((line) => line.kind === "renewal" && line.domain === domain);
	return ok({ label, months: monthsUntil(owned.now, addYears(row.expiresAt, renewal?.years ?? 0)) });
}

/** The target, if the add-on can be for this plan. */
function fitting(
	addon: Addon,
	plan: { readonly type: HostingType; readonly domain: string | null },
	target: Target,
	{ lines, owned }: Place,
): Result<Target> {
	if (!addon.belongsTo.includes("plan"))
		return fail("conflict", `${addon.name} is for domains, not for hosting plans.`);
	const misfit = planMisfit(addon, plan, isOurs(plan, lines, owned?.targets ?? null));
	return misfit === null ? ok(target) : fail("conflict", misfit);
}

const signInFirst = (what: string): Result<Target> =>
	fail("invalid", `Sign in at checkout to confirm that ${what} is in your account.`, { code: "sign_in" });

const monthsUntil = (now: number, until: number): number => termsUntil(now, until, 1);

/** The renewals of the add-ons of each domain and plan that the lines renew, until its new expiry. */
export function addonRenewals(lines: readonly Line[], owned: RenewalContext | null): Line[] {
	if (!owned) return [];
	return lines.flatMap((line) => {
		const until = expiryOf(line, owned);
		if (until === null) return [];
		return owned.addons.flatMap(({ id, productId, name, domain, planId, price, currency, ...addon }) => {
			const isOfLine = line.kind === "renewal" ? domain === line.domain : planId === line.planId;
			if (!isOfLine || addon.cancelledAt !== null || addon.expiresAt === null) return [];
			const status = owned.plans.find(({ id }) => id === planId)?.status;
			const quantity = termsUntil(renewedFrom(addon.expiresAt, status, owned.now), until, addon.termMonths);
			if (quantity === 0) return [];
			const unit = priceIn(toPrices(money(price, currency)), line.unit.currency);
			return {
				key: `addon:${id}`,
				...{ productId, kind: "addon_renewal" as const, addonId: id },
				name: `${name} for ${line.kind === "renewal" ? toUnicode(line.domain ?? "") : planLabel(line.name, line.domain)}`,
				term: renewalTerm(addon.termMonths),
				...{ quantity, unit, amount: multiply(unit, quantity) },
			};
		});
	});
}

/** The expiry after a renewal. Null for other lines. */
function expiryOf({ kind, planId, currentExpiry, years = 1, quantity }: Line, { plans, now }: RenewalContext) {
	if (kind === "renewal") return currentExpiry === undefined ? null : addYears(currentExpiry, years);
	const plan = kind === "hosting_renewal" && plans.find(({ id }) => id === planId);
	return plan ? expiryAfterRenewal(plan, plan.termMonths * quantity, now) : null;
}
