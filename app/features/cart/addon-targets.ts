import { findProduct } from "~/features/catalog/catalog";
import type { Addon } from "~/features/catalog/product";
import { toUnicode } from "~/features/domains/to-unicode";
import { type HostingType, hostingType } from "~/features/hosting/hosting-facts";
import { type Failure, fail } from "~/lib/result";
import { type AddonRef, type AddonTarget, addonRefValue, onlyTarget } from "./addon-ref";
import type { Line } from "./lines";

/** A plan of the account that can have add-ons. */
interface OwnedPlan {
	readonly id: string;
	readonly name: string;
	readonly domain: string | null;
	readonly type: HostingType;
}

/** What of the account an add-on can be for. */
export interface OwnedTargets {
	/** ASCII forms, the first 200. */
	readonly domains: readonly string[];
	/** The first 200. */
	readonly plans: readonly OwnedPlan[];
	/** Domains of these plans, and of plans in the cart, that the account has here. ASCII forms. */
	readonly ours: readonly string[];
}

/** What the add-on can be for, in the cart and in the account. */
export function addonTargets(addon: Addon, lines: readonly Line[], owned: OwnedTargets | null): AddonTarget[] {
	const domains = addon.belongsTo.includes("domain");
	const plans = addon.belongsTo.includes("plan");
	const ours = new Set([...lines.flatMap((line) => (isNewDomain(line) ? line.domain : [])), ...(owned?.ours ?? [])]);
	const option = (ref: AddonRef, label: string, place: AddonTarget["place"]) => ({
		value: addonRefValue(ref),
		label,
		place,
	});
	const fits = (plan: { readonly type: HostingType; readonly domain?: string | null }) =>
		plans && planMisfit(addon, plan, plan.domain ? ours.has(plan.domain) : false) === null;
	return [
		...lines.flatMap((line) => {
			const { key, kind, domain, name } = line;
			if (isNewDomain(line) && domain) return domains ? option({ domain }, toUnicode(domain), "cart") : [];
			if (kind !== "plan" || !fits({ type: hostingType(line.productId), ...(domain && { domain }) })) return [];
			return option({ planKey: key }, planLabel(name, domain), "cart");
		}),
		...(domains ? (owned?.domains ?? []) : []).map((domain) => option({ domain }, toUnicode(domain), "account")),
		...(owned?.plans ?? [])
			.filter(fits)
			.map(({ id, name, domain }) => option({ planId: id }, planLabel(name, domain), "account")),
	];
}

/**
 * The lines, where an add-on without a choice is for the only thing in the cart that it can be for. It has to be chosen if
 * the account has something as well, or if the cart has the same add-on for that already.
 */
export function withOnlyTargets(lines: readonly Line[], owned: OwnedTargets | null): Line[] {
	const assigned: Line[] = [];
	for (const line of lines) {
		const product = line.kind === "addon" ? findProduct(line.productId) : undefined;
		const isOpen = product?.kind === "addon" && (line.domain ?? line.planId ?? line.planKey) === undefined;
		const ref = isOpen ? onlyTarget(addonTargets(product, lines, owned)) : undefined;
		const isFree = ref && !isTaken(line.productId, ref, [...lines, ...assigned]);
		assigned.push(isFree ? { ...line, ...ref } : line);
	}
	return assigned;
}

/** Whether a line has the add-on for the same thing, for any term. */
const isTaken = (productId: string, ref: AddonRef, lines: readonly Line[]): boolean =>
	lines.some(
		(line) =>
			line.productId === productId && Object.entries(ref).every(([key, value]) => line[key as keyof Line] === value),
	);

export const chooseTarget = ({ name, belongsTo }: Addon): string => `Choose the ${belongsTo.join(" or ")} for ${name}.`;

/** What to do about an add-on that is for nothing yet. */
export function missingTarget(
	addon: Addon,
	lines: readonly Line[],
	owned: OwnedTargets | null,
): { readonly ok: false; readonly error: Failure } {
	const targets = addonTargets(addon, lines, owned);
	const only = onlyTarget(targets);
	if (only && isTaken(addon.id, only, lines))
		return fail("conflict", `${addon.name} for ${targets[0]?.label} is already in the cart. Remove one of them.`);
	if (targets.length > 0) return fail("invalid", chooseTarget(addon));
	const [plan] = [
		...lines.flatMap((line) => (line.kind === "plan" ? { ...line, type: hostingType(line.productId) } : [])),
		...(owned?.plans ?? []),
	];
	const misfit = plan && planMisfit(addon, plan, isOurs(plan, lines, owned));
	if (misfit) return addon.outsideDomain && plan.domain ? unneeded(misfit) : fail("invalid", misfit);
	const bought = lines.find(isNewDomain)?.domain;
	if (addon.outsideDomain && bought && !plan) return unneeded(isFree(addon, bought));
	const kind = `a ${addon.belongsTo.join(" or ").replace("plan", "hosting plan")}`;
	const elsewhere = addon.outsideDomain ? " with a domain at another registrar" : "";
	const none = owned ? ", and your account has no active one" : "";
	return fail("invalid", `${addon.name} is for ${kind}${elsewhere}${none}. Add one to your cart first.`);
}

const unneeded = (message: string) => fail("invalid", `${message} Remove it to continue.`, { code: "addon_unneeded" });

const isFree = ({ name }: Addon, domain: string): string =>
	`${toUnicode(domain)} has WHOIS privacy for free, so it doesn't need ${name}.`;

/** Whether the plan's domain is registered with us, or will be. */
export const isOurs = (
	{ domain }: { readonly domain?: string | null },
	lines: readonly Line[],
	owned: OwnedTargets | null,
): boolean =>
	lines.some((line) => isNewDomain(line) && line.domain === domain) || Boolean(domain && owned?.ours.includes(domain));

/** Why the add-on can't be for the plan. Null if it can. @param isOurs whether the plan's domain is registered with us */
export function planMisfit(
	addon: Addon,
	{ type, domain }: { readonly type: HostingType; readonly domain?: string | null },
	isOurs: boolean,
): string | null {
	if (addon.webOnly && type === "email") return `${addon.name} is for plans with a website.`;
	if (!addon.outsideDomain) return null;
	if (!domain) return `${addon.name} is for a plan with a domain.`;
	if (isOurs) return isFree(addon, domain);
	return null;
}

/** Whether the line registers or transfers a domain. */
export const isNewDomain = ({ kind }: Pick<Line, "kind">): boolean => kind === "registration" || kind === "transfer";

/** "Business Hosting (duka.co.ke)" */
export const planLabel = (name: string, domain?: string | null): string =>
	domain ? `${name} (${toUnicode(domain)})` : name;
