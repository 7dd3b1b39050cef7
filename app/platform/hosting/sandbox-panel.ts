import { sha256 } from "@oslojs/crypto/sha2";
import type { HostingPanel } from "./hosting-panel";

/** Accounts that exist nowhere: the same operation always gets the same reference and address. */
export function createSandboxPanel(): HostingPanel {
	return {
		async create({ opId }) {
			const [host = 0] = sha256(new TextEncoder().encode(opId));
			// 203.0.113.0/24 is kept for examples (RFC 5737).
			return { state: "succeeded", ref: `sandbox:${opId}`, ip: `203.0.113.${1 + (host % 254)}` };
		},
	};
}
