import type { Clock } from "~/lib/clock";
import { sha256Hex } from "~/lib/sha256";
import type { FiscalSigner } from "./fiscal-signer";

/** Signs everything at once, for development. The same number always gets the same signature. */
export function createFiscalStandIn({ clock, appOrigin }: { clock: Clock; appOrigin: string }): FiscalSigner {
	return {
		device: "stand-in",
		async sign({ number, reference }) {
			const hash = sha256Hex(`${number} ${reference}`).toUpperCase();
			return {
				state: "signed",
				signature: {
					controlUnit: "TEST-0000000001",
					receiptNumber: number,
					internalData: hash.slice(16, 42),
					signature: hash.slice(0, 16),
					signedAt: clock(),
					url: `${appOrigin}/#test-receipt-${number}`,
				},
			};
		},
		find: async () => null,
		async probe() {},
	};
}
