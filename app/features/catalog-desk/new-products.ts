import { z } from "zod";
import { addonSchema, hardwareSchema, planSchema } from "~/features/catalog/content.schema";
import { moneyBack, panelFeatures, sizeFeatures } from "~/features/catalog/plan-features";
import type { Addon, Hardware, Plan, PlanFamily, PlanResources } from "~/features/catalog/product";

type Needed = "prices.monthly" | "prices.annual" | `resources.${Exclude<keyof PlanResources, "diskKind" | "summary">}`;

interface PlanGroup {
	readonly name: string;
	readonly family: PlanFamily;
	/** Keys begin with it. `hostingType` tells email plans by theirs. */
	readonly prefix: string;
	/** What the pages and the control panel need. */
	readonly needs: readonly Needed[];
	/** Limits that all plans of the group share. */
	readonly resources?: PlanResources;
}

const website = ["resources.diskGb", "resources.websites", "resources.emailAccounts"] as const;

/** Where a new plan can be sold. */
export const planGroups = {
	pricing: {
		name: "Pricing page",
		family: "pricing",
		prefix: "plan-",
		needs: ["prices.monthly", "prices.annual", ...website],
	},
	package: {
		name: "Hosting page, packages",
		family: "package",
		prefix: "package-",
		needs: ["prices.annual", ...website],
	},
	shared: {
		name: "Web hosting page",
		family: "shared",
		prefix: "shared-",
		needs: ["prices.monthly", "prices.annual", ...website],
	},
	vps: {
		name: "VPS page",
		family: "vps",
		prefix: "vps-",
		needs: ["prices.monthly", "resources.vcpu", "resources.ramGb", "resources.diskGb", "resources.trafficTb"],
		// The features say that the disk limits them.
		resources: { websites: "Unlimited", emailAccounts: "Unlimited" },
	},
	reseller: {
		name: "Reseller hosting page",
		family: "reseller",
		prefix: "reseller-",
		needs: ["prices.monthly", "resources.customerAccounts", "resources.diskGb"],
		resources: { websites: "Unlimited", emailAccounts: "Unlimited" },
	},
	web: {
		name: "Portal, for accounts in dollars",
		family: "portal",
		prefix: "web-",
		needs: ["prices.monthly", ...website],
	},
	email: {
		name: "Services page and portal, email plans",
		family: "portal",
		prefix: "email-",
		needs: ["prices.monthly", "resources.mailboxes", "resources.mailboxGb"],
		resources: { websites: 1 },
	},
} as const satisfies Record<string, PlanGroup>;

const groups: Readonly<Record<keyof typeof planGroups, PlanGroup>> = planGroups;

const messages: Readonly<Partial<Record<Needed, string>>> = {
	"prices.monthly": "Plans of this page need a price for a month.",
	"prices.annual": "Plans of this page need a price for a year.",
};

/** The word that `productTitle` adds to each name of the group. */
const addedWords: Readonly<Partial<Record<keyof typeof planGroups, string>>> = {
	pricing: "plan",
	package: "package",
	web: "Web",
};

/** The end of the id of a new product. */
const key = z
	.string({ error: "Enter a key such as max." })
	.regex(/^[a-z\d](?:[a-z\d-]{0,28}[a-z\d])?$/, "Use small letters, digits and hyphens, at most 30.");

/** The form of a new plan. Its id is made of the group and the key. */
export const newPlanSchema = planSchema
	.omit({ id: true, family: true })
	.extend({
		group: z.enum(Object.keys(planGroups) as (keyof typeof planGroups)[], "Choose a page."),
		key,
	})
	.superRefine(({ group, name, prices, resources }, context) => {
		// Elsewhere it would be named as a plan for websites.
		if (group === "email" && !name.startsWith("Email "))
			context.addIssue({ code: "custom", path: ["name"], message: "Begin it with Email, as in Email Pro." });
		const added = addedWords[group];
		if (added && new RegExp(`^${added}\\b|\\b${added}$`, "i").test(name))
			context.addIssue({ code: "custom", path: ["name"], message: `Leave out ${added}, which the pages add.` });
		for (const path of groups[group].needs) {
			const [part, name = ""] = path.split(".");
			const found = part === "prices" ? prices[name as "monthly"] : resources?.[name as "diskGb"];
			if (found === undefined)
				context.addIssue({
					code: "custom",
					path: path.split("."),
					message: messages[path] ?? "Plans of this page need this limit.",
				});
		}
	});

type NewPlan = z.output<typeof newPlanSchema>;

/** The form of a new add-on. */
export const newAddonSchema = addonSchema.omit({ id: true }).extend({ key });

/** The form of a new device. */
export const newHardwareSchema = hardwareSchema
	.omit({ id: true })
	.extend({ key })
	.refine(({ prices }) => prices.once, { path: ["prices", "once"], error: "Enter a price." });

/** The values of empty forms. */
export const emptyProducts = {
	plan: { kind: "plan", prices: {}, features: [...panelFeatures, moneyBack] },
	addon: { kind: "addon", prices: {}, features: [], belongsTo: ["plan"] },
	hardware: { kind: "hardware", prices: {}, features: [], freeDelivery: true },
} as const;

/** The product of a valid form. */
export function productOf(form: { readonly kind: keyof typeof emptyProducts }): Plan | Addon | Hardware {
	if (form.kind === "plan") return planOf(form as NewPlan);
	const { key, ...product } = form as z.output<typeof newAddonSchema> | z.output<typeof newHardwareSchema>;
	return { ...product, id: `${form.kind}-${key}` } as Addon | Hardware;
}

/** The id of a plan is also the name of its package in the control panel. */
function planOf({ group, key, ...plan }: NewPlan): Plan {
	const { family, prefix, resources: shared } = groups[group];
	const resources: PlanResources = { ...plan.resources, ...shared };
	const { mailboxes, mailboxGb } = resources;
	const email = group === "email" ? [`${mailboxes} mailboxes`, `${mailboxGb} GB per mailbox`] : [];
	const features = [...sizeFeatures({ ...plan.resources }), ...email, ...plan.features];
	return {
		...(plan as Omit<Plan, "id" | "family" | "resources" | "features">),
		...{ id: prefix + key, family, features },
		resources: family === "portal" ? { ...resources, summary: plan.description } : resources,
	};
}
