import { npm } from "./bootstrap.mjs";
import { stop } from "./say.mjs";

/**
 * The software bill of materials: every package of the lockfile with its hash, licence and dependencies. Packages that are
 * only used to build and test have the property `cdx:npm:package:development`.
 * @returns a CycloneDX 1.5 document
 */
export function billOfMaterials() {
	const { status, stdout, output } = npm("sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--loglevel=error");
	if (status !== 0) stop(`npm could not list the packages:\n${output.trim()}`);
	const bill = JSON.parse(stdout);
	// npm uses the folder's name as the project's name.
	const { component } = bill.metadata;
	return { ...bill, metadata: { ...bill.metadata, component: { ...component, name: "kikoa", type: "application" } } };
}
