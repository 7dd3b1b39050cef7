import { expect, test } from "vitest";
import { progressOf } from "~/features/orders/job-progress";
import { jobView } from "~/features/services-desk/domain-view";
import { kenya } from "~/lib/dates";

test("staff read that a failed job has stopped, and why, while its customer reads that it is delayed", () => {
	const job = {
		...{ id: "job_1", kind: "create_hosting", state: "failed", attempts: 8, needs: null, note: null, message: null },
		...{ lastError: "the package does not exist on web1", domain: "neema.co.ke", name: "Starter", externalRef: null },
		...{ invoiceId: null, invoice: null, files: "[]", updatedAt: 0 },
	} as unknown as Parameters<typeof jobView>[0];
	expect(jobView(job)).toMatchObject({
		label: "Stopped",
		why: expect.stringContaining("package does not exist on web1"),
		canRetry: true,
		canComplete: true,
	});
	expect(progressOf(job, kenya).label).toBe("Delayed");
});
