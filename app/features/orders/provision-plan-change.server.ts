import type { HostingPlan, OrderLine } from "~/db/schema";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import { applyLimits, exceededLimits } from "~/features/hosting/plan-change";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { JobReason } from "./job-reason";
import type { Provisioned } from "./provisioning";

/** Changes the plan's package on the panel, unless the plan has changed since the customer agreed. */
export async function provisionPlanChange(
	panel: Pick<HostingPanel, "changePackage">,
	line: OrderLine,
	found: HostingPlan | undefined,
): Promise<Provisioned> {
	const agreed = checkPlan(found, line);
	if ("why" in agreed) return { state: "void", why: agreed.why, reason: "not as agreed" };
	const { plan } = agreed;
	const why = { code: "change_by_hand", name: plan.name, to: line.name } as const;
	if (isRunByStaff(plan.productId))
		return { state: "action_required", why, reason: "no control panel changes this kind of plan" };
	const { hosting } = line.details;
	const resources = applyLimits(plan.resources, hosting?.resources ?? {});
	const changed = await panel.changePackage({ account: plan.id, plan: line.productId, resources });
	if (changed.state === "succeeded") return { state: "done" };
	if (changed.retryable) return { state: "retry", reason: changed.message };
	return { state: "action_required", why, reason: changed.message };
}

/** Returns the plan, or why it can't be changed as agreed. */
function checkPlan(
	plan: HostingPlan | undefined,
	{ name: to, amount, currentExpiry, details }: OrderLine,
): { readonly plan: HostingPlan } | { readonly why: JobReason } {
	const { fromProductId, hosting } = details;
	const credited = amount > 0;
	if (!plan || plan.status === "terminated" || plan.endedReason !== null)
		return { why: { code: "plan_ended", name: plan?.name ?? "", to, credited } };
	const { name } = plan;
	if (plan.productId !== fromProductId || plan.expiresAt !== currentExpiry)
		return { why: { code: "plan_changed", name, to, credited } };
	const conflicts = exceededLimits(plan.resources, hosting?.resources ?? {});
	return conflicts.length === 0
		? { plan }
		: { why: { code: "plan_too_small", to, credited, exceeded: [...conflicts] } };
}
