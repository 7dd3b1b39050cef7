import { parse } from "~/lib/parse";
import { ok, type Result } from "~/lib/result";
import type { PlansDesk } from "./plans-desk.server";
import { handleJobForm, type JobIntent, type SentForm, told } from "./service-form";
import { changePlanForm, endForm, suspendForm, versionedReasonForm } from "./services-desk.schema";

/** The forms of a plan's page. */
export type PlanIntent = "change-plan" | "suspend" | "unsuspend" | "end" | JobIntent;

/** Handles the forms of a plan's page by their intent. Returns the message about what was done. */
export async function handlePlanForm(
	desk: PlansDesk,
	{ intent, fields, session }: SentForm<PlanIntent>,
	id: string,
): Promise<Result<string>> {
	switch (intent) {
		case "change-plan": {
			const input = parse(changePlanForm, fields);
			if (!input.ok) return input;
			const ordered = await desk.changePlan(session, id, input.value);
			if (!ordered.ok) return ordered;
			return ok(
				ordered.value === null
					? "The plan is being changed."
					: "The plan changes when its invoice is paid. The customer has a notification with the invoice.",
			);
		}
		case "suspend": {
			const input = parse(suspendForm, fields);
			if (!input.ok) return input;
			return told(await desk.suspend(session, id, input.value), "Suspended the plan. The customer gets an email.");
		}
		case "unsuspend": {
			const input = parse(versionedReasonForm, fields);
			if (!input.ok) return input;
			const done = await desk.unsuspend(session, id, input.value);
			return told(done, "The plan works again within minutes. The customer gets an email.");
		}
		case "end": {
			const input = parse(endForm, fields);
			if (!input.ok) return input;
			return told(await desk.end(session, id, input.value), "Ended the plan. The customer gets an email.");
		}
		case "retry-job":
		case "complete-job":
			return handleJobForm(desk, { intent, fields, session }, id);
	}
}
