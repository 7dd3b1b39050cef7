import type { Clock } from "~/lib/clock";
import type { Config } from "~/platform/config";
import { serviceFetch } from "~/platform/service-fetch";
import { createEtimsSigner } from "./etims/etims-signer";
import type { FiscalSigner } from "./fiscal-signer";
import { createFiscalStandIn } from "./stand-in";

/** What signs invoices. Null if nothing does. The configuration ensures that every credential is set. */
export function chooseFiscalSigner(config: Config, { clock }: { clock: Clock }): FiscalSigner | null {
	switch (config.FISCAL) {
		case "off":
			return null;
		case "stand-in":
			return createFiscalStandIn({ clock, appOrigin: config.APP_ORIGIN });
		case "etims": {
			const { ETIMS_ENVIRONMENT: environment, ETIMS_BRANCH: branch } = config;
			const { ETIMS_PIN: pin = "", ETIMS_CONTROL_UNIT: controlUnit = "" } = config;
			const { ETIMS_CMC_KEY: cmcKey = "", ETIMS_ITEM_CLASS: itemClass = "" } = config;
			const { ETIMS_CMC_KEY_PREVIOUS: previousCmcKey } = config;
			return createEtimsSigner({
				...{ environment, branch, pin, controlUnit, cmcKey, previousCmcKey, itemClass },
				fetch: serviceFetch("etims"),
			});
		}
	}
}
