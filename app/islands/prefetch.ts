import { speculationRules } from "./speculation-rules";

/** Not yet in TypeScript's DOM. */
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };

if (!connection?.saveData && HTMLScriptElement.supports?.("speculationrules")) {
	const script = document.createElement("script");
	script.type = "speculationrules";
	script.textContent = speculationRules;
	// A rendered page trusts what carries its nonce, a built one what has the right hash (scripts/static-headers.ts).
	script.nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
	document.head.appendChild(script);
}
