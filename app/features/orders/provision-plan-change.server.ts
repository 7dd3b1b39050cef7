import type { HostingPlan, OrderLine } from "~/db/schema";
import { applyLimits, exceededLimits } from "~/features/hosting/plan-change";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { Provisioned } from "./provisioning";

/** Gives the plan its new package, if it still is what was agreed to be changed. */
export async function provisionPlanChange(
	panel: Pick<HostingPanel, "changePackage">,
	line: OrderLine,
	found: HostingPlan | undefined,
): Promise<Provisioned> {
	const plan = asAgreed(found, line);
	if (typeof plan === "string") {
		const kept = line.amount > 0 ? " What you paid for it is your credit." : "";
		return { state: "void", message: `${plan}${kept}`, reason: "not as agreed" };
	}
	const { hosting } = line.details;
	const resources = applyLimits(plan.resources, hosting?.resources ?? {});
	const changed = await panel.changePackage({ account: plan.id, plan: line.productId, resources });
	if (changed.state === "succeeded") return { state: "done" };
	if (changed.retryable) return { state: "retry", reason: changed.message };
	const message = `We change ${plan.name} to ${line.name} by hand, and tell you when it is done.`;
	return { state: "action_required", message, reason: changed.message };
}

/** The plan, or why it is not the one that was agreed on. */
function asAgreed(plan: HostingPlan | undefined, { name, currentExpiry, details }: OrderLine): HostingPlan | string {
	const { fromProductId, hosting } = details;
	if (!plan || plan.status === "terminated") return `The plan has ended meanwhile, so it was not changed to ${name}.`;
	if (plan.productId !== fromProductId || plan.expiresAt !== currentExpiry)
		return `${plan.name} is not what it was when this was agreed, so it was not changed to ${name}.`;
	const conflicts = exceededLimits(plan.resources, hosting?.resources ?? {});
	return conflicts.length === 0 ? plan : `${name} is too small by now. ${conflicts.join(" ")}`;
}
