import { expect, test } from "vitest";
import { checkedServices } from "~/features/health/checked-services";
import { statusView } from "~/features/health/status-view";
import { dayOf, formatShare, type ServiceDay } from "~/features/health/uptime";
import { DAY, HOUR, MINUTE } from "~/lib/durations";

const now = Date.UTC(2026, 10, 22, 9);

const daysOf = (service: ServiceDay["service"], ...failures: number[]): ServiceDay[] =>
	failures.map((failed, index) => {
		const day = dayOf(now) - (failures.length - 1 - index) * DAY;
		return { service, day, checks: 288, failures: failed, lastCheckAt: now - MINUTE };
	});

test("a fresh installation claims nothing", () => {
	const { interrupted, services, interruptions } = statusView({ days: [], incidents: [] }, now);
	expect([interrupted, interruptions]).toEqual([false, []]);
	expect(services.map(({ service }) => service)).toEqual([...checkedServices]);
	for (const { state, share, bars, start, chartText } of services)
		expect([state, share, bars, start, chartText]).toEqual([
			...["unknown", null, [], "No checks before 22 Nov 2026", "No checks yet."],
		]);
});

test("only days with checks count, and each has its place, its share and its number of checks", () => {
	const { services } = statusView({ days: daysOf("payments", 0, 3, 0), incidents: [] }, now);
	const payments = services.find(({ service }) => service === "payments");
	expect(payments).toMatchObject({ state: "working", share: "99.65%", start: "No checks before 20 Nov 2026" });
	expect(payments?.bars).toEqual([
		{ index: 87, failed: false, text: "20 Nov 2026: 100% of 288 checks" },
		{ index: 88, failed: true, text: "21 Nov 2026: 98.95% of 288 checks" },
		{ index: 89, failed: false, text: "22 Nov 2026: 100% of 288 checks" },
	]);
	expect(payments?.chartText).toBe("3 days with checks. Failed checks: 21 Nov 2026: 98.95% of 288 checks.");
});

test("a service with 90 days fills its chart", () => {
	const { services } = statusView({ days: daysOf("dns", ...Array.from({ length: 90 }, () => 0)), incidents: [] }, now);
	const dns = services.find(({ service }) => service === "dns");
	expect(dns).toMatchObject({
		start: "90 days ago",
		share: "100%",
		chartText: "90 days with checks. No check failed.",
	});
	expect(dns?.bars.map(({ index }) => index)).toEqual(Array.from({ length: 90 }, (_, index) => index));
});

test("interruptions have their times in East Africa and their length", () => {
	const startedAt = Date.UTC(2026, 10, 3, 20, 50);
	const { interrupted, interruptions } = statusView(
		{
			days: daysOf("email", 1),
			incidents: [
				{ service: "email", startedAt: now - HOUR, endedAt: null },
				{ service: "search", startedAt, endedAt: startedAt + 5 * MINUTE },
				{ service: "dns", startedAt, endedAt: startedAt + 3 * HOUR },
			],
		},
		now,
	);
	expect(interrupted).toBe(true);
	expect(interruptions).toEqual([
		{ name: "Email from us", text: "since 22 Nov 2026, 11:00 EAT" },
		{ name: "Finding names", text: "3 Nov 2026, 23:50 to 23:55 EAT, 5 minutes" },
		{ name: "DNS", text: "3 Nov 2026, 23:50 to 4 Nov 2026, 02:50 EAT, 3 hours" },
	]);
});

test.each([
	[1, "100%"],
	[0.9998, "99.98%"],
	[0.99999, "99.99%"],
	[0.5, "50.00%"],
	[0, "0.00%"],
])("a share of %d is shown as %s, never rounded up", (share, text) => {
	expect(formatShare(share)).toBe(text);
});
