import { z } from "zod";
import { fromJson, pairs } from "~/platform/setting-types";

const registry = z.strictObject({
	/** Stored with each order and problem. Never give it to another registry. */
	name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, "must have small letters, digits and hyphens"),
	/** Its extensions, without the first dot. */
	tlds: z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, "must be extensions such as co.ke")).min(1),
	/** `epp://host:700` for a direct connection, or the origin of the bridge. */
	url: z.string().regex(/^(epp|https):\/\/[a-z0-9.-]+(:\d{1,5})?$/, "must look like epp://epp.registry.example:700"),
	/** Our identifier at the registry. */
	user: z.string().min(3).max(16),
	/** How many names the nightly comparison may read in a minute. Each also reads the database, which limits one run. */
	readsPerMinute: z.number().int().min(1).max(300).optional(),
});

/** RFC 5730, pwType. White space separates the pairs. */
const password = /\S{6,16}/;

export const eppRegistries = z.preprocess(fromJson, z.array(registry)).default([]);
export const passwordPairs = pairs("kenic=PASSWORD", password);

/** The settings of registries that we reach by EPP. Part of the configuration. */
export const eppSettings = {
	/** For `epp`: the registries, as `[[vars.EPP_REGISTRIES]]` or JSON. */
	EPP_REGISTRIES: eppRegistries,
	/** The password at each registry. */
	EPP_PASSWORDS: passwordPairs,
	/** Passwords that are replaced at the next login. */
	EPP_PASSWORDS_PREVIOUS: passwordPairs,
	/** The binding that presents our certificate to the bridge. */
	EPP_BRIDGE: z.custom<Pick<Fetcher, "fetch">>((value) => typeof value === "object" && value !== null).optional(),
};

const shape = z.object(eppSettings);

export type EppSettings = Readonly<z.infer<typeof shape>>;

/** Reports what is missing or does not fit together. @param tlds extensions whose new names EPP takes */
export function checkEppSettings(
	{ EPP_REGISTRIES: registries, EPP_PASSWORDS: passwords, EPP_BRIDGE: bridge }: EppSettings,
	tlds: readonly string[],
	report: (setting: keyof EppSettings, message: string) => void,
): void {
	if (registries.length === 0) report("EPP_REGISTRIES", "is required when REGISTRARS lists epp");
	const served = registries.flatMap((one) => one.tlds);
	const missing = tlds.filter((tld) => !served.includes(tld));
	if (missing.length > 0) report("EPP_REGISTRIES", `has no registry for ${missing.join(", ")}`);
	if (new Set(served).size < served.length || new Set(registries.map(({ name }) => name)).size < registries.length)
		report("EPP_REGISTRIES", "has two registries with the same name or extension");
	for (const { name } of registries.filter((one) => !passwords.has(one.name)))
		report("EPP_PASSWORDS", `has no password for ${name}`);
	if (!bridge && registries.some(({ url }) => url.startsWith("https://")))
		report("EPP_BRIDGE", "is required for a registry behind the bridge: add the mtls_certificates binding");
}
