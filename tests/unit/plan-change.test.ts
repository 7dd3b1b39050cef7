import { expect, test } from "vitest";
import { applyLimits, exceededLimits, exceededLimitText } from "~/features/hosting/plan-change";

const gigabytes = (used: number, total: number | "Unlimited") => ({ disk: { used, total, unit: "GB" } });

test("a smaller plan can be full to the last gigabyte, but not over", () => {
	expect(exceededLimits(gigabytes(10, 50), gigabytes(0, 10))).toEqual([]);
	expect(exceededLimits(gigabytes(11, 50), gigabytes(0, 10)).map(exceededLimitText)).toEqual([
		"Disk: you use 11 GB, the limit is 10 GB.",
	]);
	expect(exceededLimits(gigabytes(900, 1_000), gigabytes(0, "Unlimited"))).toEqual([]);
});

test("a plan change keeps the usage under the new limits, and usage without a new limit stays as it was", () => {
	const used = { ...gigabytes(7, 50), accounts: { used: 3, total: 5 } };
	const databases = { used: 0, total: 2 };
	expect(applyLimits(used, { ...gigabytes(0, 100), databases })).toEqual({
		...gigabytes(7, 100),
		accounts: { used: 3, total: 5 },
		databases,
	});
});
