import { expect, test } from "vitest";
import { progressOf } from "~/features/orders/job-progress";
import type { JobNote } from "~/features/orders/job-reason";
import { kenya } from "~/lib/dates";

const job = { kind: "register_domain", state: "done", attempts: 1, note: null, message: null } as const;

test("a job that an older release cancelled shows its sentence, and is not shown as active", () => {
	const cancelled = { ...job, message: "The registry refused xn--mgbh0fb.com." };
	expect(progressOf(cancelled, kenya)).toMatchObject({ label: "Cancelled", message: "The registry refused مثال.com." });
	expect(progressOf(job, kenya)).toMatchObject({ label: "Active", message: null });
});

test.each([
	{ reason: { code: "of_a_later_release", name: "a.com" }, credit: null },
	{ reason: { code: "refused" }, credit: null },
	{ reason: { code: "trouble", work: "polish", name: "a.com" }, credit: null },
	{ reason: { code: "refused", name: "a.com" }, credit: { amount: "1", currency: "XTS" } },
	{},
	"The registry refused a.com.",
])("a note that this release does not know is replaced by a sentence: %j", (stored) => {
	const shown = progressOf({ ...job, note: stored as JobNote }, kenya);
	expect(shown).toMatchObject({ label: "Cancelled", message: expect.stringContaining("contact us") });
});
