import { z } from "zod";
import { secret } from "~/platform/setting-types";

/** The settings of the tax authority's invoice signing. Part of the configuration. */
export const fiscalSettings = {
	/** Without it, invoices are not signed and are no tax invoices. */
	FISCAL: z.enum(["off", "stand-in", "etims"]).default("off"),
	/** KRA's test service signs nothing that counts. */
	ETIMS_ENVIRONMENT: z.enum(["sandbox", "live"]).default("sandbox"),
	/** The seller's PIN, the branch, and the control unit (OSCU) that KRA has approved. */
	ETIMS_PIN: z
		.string()
		.trim()
		.regex(/^[AP]\d{9}[A-Z]$/, "must be a KRA PIN such as P051234567X")
		.optional(),
	ETIMS_BRANCH: z
		.string()
		.regex(/^\d{2}$/, "must be two digits: 00 is the head office")
		.default("00"),
	ETIMS_CONTROL_UNIT: secret,
	/** KRA hands it out once, when the device is initialized. */
	ETIMS_CMC_KEY: secret,
	/** Used if KRA refuses the other. */
	ETIMS_CMC_KEY_PREVIOUS: secret,
	/** KRA's class of what is sold. */
	ETIMS_ITEM_CLASS: z
		.string()
		.regex(/^\d{8}(\d{2})?$/, "must be a class of KRA's list: eight or ten digits")
		.optional(),
	/** Shillings for a dollar, because KRA takes shillings only. Without it, dollar invoices wait for staff. */
	FISCAL_USD_RATE: z.coerce.number().positive().max(10_000).optional(),
};

const shape = z.object(fiscalSettings);

export type FiscalSettings = Readonly<z.infer<typeof shape>>;

const needs = ["ETIMS_PIN", "ETIMS_CONTROL_UNIT", "ETIMS_CMC_KEY", "ETIMS_ITEM_CLASS"] as const;

/** Reports what is missing or does not fit together. */
export function checkFiscalSettings(
	settings: FiscalSettings & { readonly ENVIRONMENT: string },
	report: (setting: keyof FiscalSettings, message: string) => void,
): void {
	const { ENVIRONMENT, FISCAL, ETIMS_ENVIRONMENT } = settings;
	if (FISCAL === "etims")
		for (const name of needs) if (!settings[name]) report(name, "is required when FISCAL is etims");
	if (ENVIRONMENT !== "production") return;
	if (FISCAL === "stand-in")
		report("FISCAL", "is the stand-in, whose signatures are worth nothing: choose off or etims");
	if (FISCAL === "etims" && ETIMS_ENVIRONMENT === "sandbox")
		report("ETIMS_ENVIRONMENT", "is KRA's test service, whose signatures are worth nothing: choose live");
}
