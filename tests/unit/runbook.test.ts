import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { staffTasks } from "~/features/email/sample-emails";
import { staffCosts } from "~/features/email/templates/staff-costs";
import { staffComparison } from "~/features/email/templates/staff-tasks";
import { reviewReasons } from "~/features/payments/review-reason";
import { problemKinds } from "~/features/problems/problem";
import { createHealthParts } from "~/health-parts.server";
import { root } from "../support/module-graph";

const runbook = readFileSync(path.join(root, "docs/runbook.md"), "utf8");

/** The sections of alarms, each with its table and its steps. */
const sections = runbook.split("\n## ").filter((section) => section.includes("\n| Alarm "));

/** The first cells of the tables of alarms. */
const alarms = sections.flatMap((section) =>
	section
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.slice(2)
		.map((line) => line.split(" | ")[0] ?? ""),
);

/** The texts in quotation marks, where `…` is any text. */
const quoted = alarms.flatMap((alarm) => Array.from(alarm.matchAll(/"([^"]+)"/g), ([, text = ""]) => text));

test("each group of alarms in the runbook has three steps", () => {
	expect(sections.length).toBeGreaterThan(5);
	for (const section of sections)
		expect(section.match(/^\d\. /gm), section.split("\n")[0]).toEqual(["1. ", "2. ", "3. "]);
});

test.each(problemKinds)("the runbook has the problem %s", (kind) => {
	expect(alarms.filter((alarm) => alarm.includes(`(\`${kind}\`)`))).not.toEqual([]);
});

test.each(reviewReasons)("the runbook has the reason %s of a review", (reason) => {
	const named = alarms.filter((alarm) => alarm.startsWith('| "Check a payment: ') && alarm.includes(`${reason}"`));
	expect(named).toHaveLength(1);
});

test("the runbook has every part of /api/health", () => {
	const registrar = {
		stops: () => [{ id: "epp" }],
		accounts: () => [{ id: "epp", costs: () => {}, balance: () => {} }],
	};
	const parts = createHealthParts({
		stores: {},
		config: { HOSTING: "sandbox", MAILER: "http", FISCAL: "etims" },
		ports: { fiscalSigner: {}, dnsHosts: { all: [{ id: "powerdns" }] } },
		services: { paymentProviders: [{ id: "mpesa" }], registrar },
	} as never);
	const names = [...parts.map(({ name }) => name.replace(/: .*/, ": …")), "Database", "Crons"];
	expect(names).toContain("Tax invoices: …");
	expect(names.filter((name) => !quoted.includes(name))).toEqual([]);
});

test("the runbook has the subject of every email to staff", () => {
	const found = { compared: 1, unread: 0, found: {} };
	const comparison = "comparison of zones";
	const emails = [
		...staffTasks("X", "https://kikoa.test"),
		...[true, false].map((isLate) => staffComparison({ comparison, ...found, isLate })),
		staffCosts({ costsOf: "X", losses: [], withoutRate: ["INR"] }),
	];
	const patterns = quoted.map(
		(text) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/…/g, ".+")}$`),
	);
	const unknown = emails.map(({ heading }) => heading).filter((heading) => !patterns.some((one) => one.test(heading)));
	expect(unknown).toEqual([]);
});
