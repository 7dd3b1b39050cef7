import type { HostingPlan, OrderLine } from "~/db/schema";
import { applyLimits, exceededLimits } from "~/features/hosting/plan-change";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { Provisioned } from "./provisioning";

/** Changes the plan's package on the panel, unless the plan has changed since the customer agreed. */
export async function provisionPlanChange(
	panel: Pick<HostingPanel, "changePackage">,
	line: OrderLine,
	found: HostingPlan | undefined,
): Promise<Provisioned> {
	const plan = checkPlan(found, line);
	if (typeof plan === "string") {
		const credited = line.amount > 0 ? " We added what you paid to your credit." : "";
		return { state: "void", message: `${plan}${credited}`, reason: "not as agreed" };
	}
	const { hosting } = line.details;
	const resources = applyLimits(plan.resources, hosting?.resources ?? {});
	const changed = await panel.changePackage({ account: plan.id, plan: line.productId, resources });
	if (changed.state === "succeeded") return { state: "done" };
	if (changed.retryable) return { state: "retry", reason: changed.message };
	const message = `Our team is changing ${plan.name} to ${line.name}. We'll email you when it's done.`;
	return { state: "action_required", message, reason: changed.message };
}

/** Returns the plan, or a sentence why it can't be changed as agreed. */
function checkPlan(plan: HostingPlan | undefined, { name, currentExpiry, details }: OrderLine): HostingPlan | string {
	const { fromProductId, hosting } = details;
	if (!plan || plan.status === "terminated") return `The plan has ended, so we did not change it to ${name}.`;
	if (plan.productId !== fromProductId || plan.expiresAt !== currentExpiry)
		return `${plan.name} has changed since you agreed to this, so we did not change it to ${name}.`;
	const conflicts = exceededLimits(plan.resources, hosting?.resources ?? {});
	return conflicts.length === 0 ? plan : `${name} is too small now. ${conflicts.join(" ")}`;
}
