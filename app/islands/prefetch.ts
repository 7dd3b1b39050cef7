import { speculationRules } from "./speculation-rules";

/** Not yet in TypeScript's DOM types. */
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };

if (!connection?.saveData && HTMLScriptElement.supports?.("speculationrules")) {
	const script = document.createElement("script");
	script.type = "speculationrules";
	script.textContent = speculationRules;
	// The CSP allows this script by nonce on rendered pages and by hash on prerendered pages (scripts/static-headers.ts).
	script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
	document.head.appendChild(script);
}
