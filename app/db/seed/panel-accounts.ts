import type { Rows } from "./rows";

/** What the embedded hosting panel knows of the plans that are set up. */
export const panelAccounts = (plans: Rows["hostingPlans"], users: Rows["users"]): Rows["sandboxPanelAccounts"] =>
	plans
		.filter(({ status }) => status === "active")
		.map(({ id, userId, productId, domain = null, ip, resources, createdAt }) => ({
			account: id,
			plan: productId,
			domain,
			email: users.find((user) => user.id === userId)?.email ?? "",
			ip: ip ?? "",
			resources,
			createdAt,
		}));
