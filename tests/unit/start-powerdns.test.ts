import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/module-graph";
import startPowerDns from "../support/start-powerdns";

test("a PowerDNS that is installed and does not start fails the run instead of skipping its tests", async () => {
	const folder = mkdtempSync(path.join(tmpdir(), "powerdns-test-"));
	const installed = { server: path.join(folder, "pdns_server"), schema: path.join(folder, "schema.sql") };
	writeFileSync(installed.schema, "create table domains (id integer primary key);");
	writeFileSync(installed.server, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
	const provided: unknown[] = [];
	const project = { provide: (_: "powerDns", value: unknown) => void provided.push(value) };
	await expect(startPowerDns(project as never, installed)).rejects.toThrow(/installed .* does not start/);
	expect(provided).toEqual([null]);
	rmSync(folder, { recursive: true });
});

test("the complete run fails without PowerDNS", () => {
	expect(readFileSync(path.join(root, ".ci/run"), "utf8")).toContain("npm test --silent -- --with-powerdns");
	expect(readFileSync(path.join(root, "scripts/test.mjs"), "utf8")).toContain(
		'projects.includes("worker") && !installPowerDns() && needsPowerDns) count.failed += 1',
	);
});
