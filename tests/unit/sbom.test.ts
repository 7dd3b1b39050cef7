import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { billOfMaterials } from "../../scripts/sbom.mjs";
import { root } from "../support/module-graph";

interface Component {
	"bom-ref": string;
	name: string;
	version: string;
	purl: string;
	hashes?: { alg: string; content: string }[];
	properties: { name: string; value: string }[];
}

interface Bill {
	bomFormat: string;
	specVersion: string;
	serialNumber: string;
	metadata: { component: { name: string; type: string; "bom-ref": string } };
	components: Component[];
	dependencies: { ref: string; dependsOn: string[] }[];
}

interface Locked {
	name?: string;
	version: string;
	integrity?: string;
	dev?: boolean;
}

const bill: Bill = billOfMaterials();
const lockfile = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
const { "": _project, ...packages } = lockfile.packages as Record<string, Locked>;
const locked = Object.entries(packages).map(([folder, { name, ...rest }]) => ({
	id: `${name ?? folder.replace(/^.*node_modules\//, "")}@${rest.version}`,
	...rest,
}));
const components = new Map(bill.components.map((one) => [`${one.name}@${one.version}`, one]));

test("the bill of materials is CycloneDX and describes this project", () => {
	expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
	expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
	expect(bill.metadata.component).toMatchObject({ name: "kikoa", type: "application" });
});

test("it lists exactly the packages of the lockfile", () => {
	expect([...components.keys()].sort()).toEqual([...new Set(locked.map(({ id }) => id))].sort());
	expect(bill.components.filter(({ purl }) => !/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/.test(purl))).toEqual([]);
});

test("it has every package hash of the lockfile", () => {
	for (const { id, integrity } of locked) {
		if (!integrity) continue;
		const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
		expect(components.get(id)?.hashes, id).toEqual([{ alg: "SHA-512", content }]);
	}
});

test("it separates runtime packages from those for building and testing", () => {
	const onlyBuilds = (id: string) =>
		components.get(id)?.properties.some(({ name }) => name === "cdx:npm:package:development");
	const shipped = Object.keys(lockfile.packages[""].dependencies).map(
		(name) => `${name}@${packages[`node_modules/${name}`]?.version}`,
	);
	expect(shipped.filter(onlyBuilds)).toEqual([]);
	expect(locked.filter(({ id, dev }) => dev && !onlyBuilds(id))).toEqual([]);
});

test("every dependency that it names is listed", () => {
	const refs = new Set([bill.metadata.component["bom-ref"], ...bill.components.map((one) => one["bom-ref"])]);
	const missing = bill.dependencies
		.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
		.filter((one) => !refs.has(one));
	expect(missing).toEqual([]);
});
