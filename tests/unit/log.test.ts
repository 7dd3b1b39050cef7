import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { summarizeError } from "~/lib/error-summary";
import { maskedPath } from "~/lib/masked-path";
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
