/** Everything that staff may be allowed to do. A desk page, form and query names one of these. */
export const permissions = [
	"today.view",
	"today.work",
	"customers.view",
	"customers.edit",
	"customers.note",
	"customers.impersonate",
	"customers.close",
	"customers.merge",
	"customers.export",
	"billing.view",
	"billing.record",
	"billing.refund",
	"billing.credit",
	"billing.write-off",
	"orders.view",
	"orders.change",
	"services.view",
	"services.change",
	"services.terminate",
	"projects.view",
	"projects.change",
	"tickets.view",
	"tickets.reply",
	"tickets.canned",
	"help.view",
	"help.edit",
	"catalogue.view",
	"catalogue.costs",
	"catalogue.edit",
	"catalogue.publish",
	"reports.view",
	"reports.export",
	"settings.staff",
	"settings.email",
	"settings.services",
	"settings.departments",
	"audit.view",
	"audit.export",
] as const;
export type Permission = (typeof permissions)[number];

export const roles = ["owner", "manager", "finance", "support", "catalogue", "read-only"] as const;
export type Role = (typeof roles)[number];

interface RoleRules {
	readonly label: string;
	/** What the role is for, shown where it is chosen. */
	readonly description: string;
	readonly permissions: readonly Permission[];
}

const view = permissions.filter((permission) => permission.endsWith(".view"));
const none: Permission[] = [];

export const roleRules: Readonly<Record<Role, RoleRules>> = {
	owner: {
		label: "Owner",
		description: "Everything, including staff and their roles.",
		permissions,
	},
	manager: {
		label: "Manager",
		description: "Everything except staff.",
		permissions: permissions.filter((permission) => permission !== "settings.staff"),
	},
	finance: {
		label: "Finance",
		description: "Invoices, payments, refunds, credit, costs of products and reports.",
		permissions: [
			"today.view",
			"today.work",
			"customers.view",
			"customers.note",
			"billing.view",
			"billing.record",
			"billing.refund",
			"billing.credit",
			"billing.write-off",
			"orders.view",
			"services.view",
			"tickets.view",
			"catalogue.view",
			"catalogue.costs",
			"reports.view",
			"reports.export",
		],
	},
	support: {
		label: "Support",
		description: "Customers, their services and projects, tickets and help articles.",
		permissions: [
			"today.view",
			"today.work",
			"customers.view",
			"customers.edit",
			"customers.note",
			"customers.impersonate",
			"billing.view",
			"billing.credit",
			"orders.view",
			"orders.change",
			"services.view",
			"services.change",
			"projects.view",
			"projects.change",
			"tickets.view",
			"tickets.reply",
			"tickets.canned",
			"help.view",
			"help.edit",
			"catalogue.view",
		],
	},
	catalogue: {
		label: "Catalogue",
		description: "Prices, products, their costs, promotions and help articles.",
		permissions: [
			"today.view",
			"help.view",
			"help.edit",
			"catalogue.view",
			"catalogue.costs",
			"catalogue.edit",
			"catalogue.publish",
			"reports.view",
		],
	},
	"read-only": {
		label: "Read-only",
		description: "Sees every section except settings and bank statements, and changes nothing.",
		permissions: view.filter((permission) => permission !== "audit.view"),
	},
};

/** The permissions of someone with these roles. They add up. */
export const permissionsOf = (held: readonly Role[]): ReadonlySet<Permission> =>
	new Set(held.flatMap((role) => roleRules[role]?.permissions ?? none));

export const may = (held: readonly Role[], permission: Permission): boolean => permissionsOf(held).has(permission);

/** The roles that include a permission. */
export const rolesWith = (permission: Permission): readonly Role[] =>
	roles.filter((role) => roleRules[role].permissions.includes(permission));

export const isRole = (value: unknown): value is Role => roles.includes(value as Role);
