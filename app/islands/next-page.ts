import { speculationRules } from "./speculation-rules";

/** Not yet in TypeScript's DOM. */
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };

if (!connection?.saveData && HTMLScriptElement.supports?.("speculationrules")) {
	const script = document.createElement("script");
	script.type = "speculationrules";
	script.textContent = JSON.stringify(speculationRules(location.pathname));
	document.head.appendChild(script);
}
