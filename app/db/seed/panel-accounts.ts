import type { Rows } from "./rows";

/** Accounts of the running plans at the hosting panel's stand-in. */
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
