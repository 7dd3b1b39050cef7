import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { summarizeError } from "~/lib/error-summary";
import { type LogLine, withLogContext } from "~/lib/log.server";
import { maskedPath } from "~/lib/masked-path";
import { createLocalMetrics } from "~/platform/metrics/local-metrics";
import { createRecorder, type Metric, metricOf } from "~/platform/metrics/metrics";
import { serviceFetch } from "~/platform/service-fetch";
import { root } from "../support/module-graph";

const read = (file: string) => readFileSync(path.join(root, file), "utf8");

test("docs/logs.md says what each event of the log means, and names no other", () => {
	const events = Array.from(read("app/lib/log-events.ts").matchAll(/\| "([a-z_]+)"/g), ([, event]) => event);
	const [, table = ""] = read("docs/logs.md").split("## Events");
	const rows = table.split("\n## ")[0]?.match(/^\| `.*?\|/gm) ?? [];
	const documented = rows.flatMap((row) => Array.from(row.matchAll(/`([a-z_]+)`/g), ([, event]) => event));
	expect(documented.toSorted()).toEqual(events.toSorted());
});

test.each([
	["/dashboard/domains/dom_abc123/dns", "/dashboard/domains/:/dns"],
	["/api/payments/mpesa/confirmation/0a1b2c3d", "/api/payments/mpesa/confirmation/:"],
	["/mpesa/stkpush/v1/processrequest", "/mpesa/stkpush/v1/processrequest"],
	["/api/domains/register.json", "/api/domains/register.json"],
	["/v2/checkout/orders/5O190127TN364715T/capture", "/v2/checkout/orders/:/capture"],
	["/api/v1/servers/localhost/zones/example.co.ke.", "/api/v1/servers/localhost/zones/:"],
	["/amina@example.com/+254712345678", "/:/:"],
	["/dashboard/settings.data", "/dashboard/settings.data"],
	["/", "/"],
])("%s is logged as %s", (given, shown) => {
	expect(maskedPath(given)).toBe(shown);
});

test("an error is logged without its message, unless the runtime, SQLite or the configuration wrote it", () => {
	const thrown = (error: Error, reason = "other") => ({ name: error.name, reason, at: expect.any(Array) });
	const plain = new Error("No such customer: amina@example.com\n    at Amina Otieno");
	expect(summarizeError(plain)).toEqual(thrown(plain));
	expect(JSON.stringify(summarizeError(plain))).not.toMatch(/amina/i);

	const type = new TypeError(`Cannot read properties of null (reading 'email') of "Amina" at https://x.example/?t=1`);
	expect(summarizeError(type)).toMatchObject({
		text: "Cannot read properties of null (reading 'email') of … at …",
	});
	const failed = new Error("Failed query: insert into users values (?) params: amina@example.com", {
		cause: new Error("D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT"),
	});
	expect(summarizeError(failed)).toMatchObject({ text: "UNIQUE constraint failed: users.email", cause: "Error" });
	expect(summarizeError(new SyntaxError(`Unexpected token 'A', "Amina" is not valid JSON`))).toEqual({
		...{ name: "SyntaxError", reason: "unreadable" },
	});
	expect(summarizeError("Amina")).toEqual({ name: "string", reason: "other" });
});

const lookup = {
	level: "info",
	event: "outside_call",
	fields: { service: "rdap", host: "rdap.test", outcome: "ok", durationMs: 40 },
} as const;
const email = {
	level: "info",
	event: "event_handled",
	fields: { eventKind: "mail.receipt", outcome: "done" },
} as const;

test("only lookups, orders, payments, jobs and emails among the lines are metrics", () => {
	expect(metricOf(lookup)).toEqual({ name: "lookup", dimensions: ["rdap.test", "ok"], value: 40 });
	expect(metricOf(email)?.dimensions).toEqual(["mail.receipt", "not_needed"]);
	expect(metricOf({ ...email, fields: { ...email.fields, providerId: "re_1" } })?.dimensions[1]).toBe("sent");
	expect(metricOf({ ...email, fields: { eventKind: "job.run", outcome: "done" } })).toBeNull();
	expect(metricOf({ ...lookup, fields: { service: "mpesa" } })).toBeNull();
	expect(metricOf({ event: "request", fields: { status: 200 } })).toBeNull();
});

test.each([
	["openprovider", "https://api.openprovider.eu/v1beta/domains/check", "POST"],
	["resellerclub", "https://httpapi.com/api/domains/available.json?domain-name=shop&tlds=net", "GET"],
] as const)("a check of names at %s is a lookup, and its other calls are not", async (service, url, method) => {
	const { hostname } = new URL(url);
	const lines: LogLine[] = [];
	const send = serviceFetch(service, async () => Response.json({}));
	await withLogContext({ isReadable: true, onLine: (line) => lines.push(line) }, async () => {
		await send(url, { method });
		await send(`https://${hostname}/v1beta/domains/1/renew`, { method: "POST" });
	});
	expect(lines.map(metricOf)).toEqual([
		{ name: "lookup", dimensions: [hostname, "ok"], value: expect.any(Number) },
		null,
	]);
});

test("one invocation writes at most 25 points, and at most 15 of them are lookups", () => {
	const written: Metric[] = [];
	const record = createRecorder((metric) => written.push(metric));
	for (let count = 0; count < 40; count += 1) record(lookup);
	expect(written).toHaveLength(15);
	for (let count = 0; count < 40; count += 1) record(email);
	expect(written).toHaveLength(25);
});

test("the local metrics add up points of the same kind", () => {
	const local = createLocalMetrics();
	const point = (value: number): Metric => ({ name: "lookup", dimensions: ["rdap.test", "ok"], value });
	for (const value of [10, 30, 20]) local.write(point(value));
	local.write({ name: "order", dimensions: ["KES"], value: 100 });
	expect(local.all()).toEqual([
		{ name: "lookup", dimensions: ["rdap.test", "ok"], count: 3, mean: 20, largest: 30 },
		{ name: "order", dimensions: ["KES"], count: 1, mean: 100, largest: 100 },
	]);
});
