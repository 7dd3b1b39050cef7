/** What an add-on in a cart is for: a domain by its name, a plan of the account, or a plan in the same cart. */
export type AddonRef = { readonly domain: string } | { readonly planId: string } | { readonly planKey: string };

/** The option's value in the form of an add-on. */
export function addonRefValue(ref: AddonRef): string {
	if ("domain" in ref) return `domain ${ref.domain}`;
	return "planId" in ref ? `plan ${ref.planId}` : `item ${ref.planKey}`;
}

/** Undefined if the value is none of `addonRefValue`. */
export function addonRef(value: string): AddonRef | undefined {
	const [, kind, id = ""] = /^(domain|plan|item) (\S{1,300})$/.exec(value) ?? [];
	if (kind === "domain") return { domain: id };
	if (kind === "plan") return { planId: id };
	return kind === "item" ? { planKey: id } : undefined;
}

/** An option of the form that asks what an add-on is for. */
export interface AddonTarget {
	/** See `addonRefValue`. */
	readonly value: string;
	readonly label: string;
	readonly place: "cart" | "account";
}

/** What an add-on is for without a choice. Undefined if the customer has to choose. */
export const onlyTarget = ([first, second]: readonly AddonTarget[]): AddonRef | undefined =>
	first?.place === "cart" && !second ? addonRef(first.value) : undefined;

/** The label of the field that asks for it. */
export const targetLabel = (name: string, choices: readonly { readonly value: string }[]): string =>
	choices.some(({ value }) => value.startsWith("domain ")) ? `Domain or plan for ${name}` : `Plan for ${name}`;
