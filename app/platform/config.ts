import { z } from "zod";
import { brand } from "~/brand";
import { type Secrets, secretsFrom } from "~/lib/secrets";
import { checkFiscalSettings, fiscalSettings } from "~/platform/fiscal/fiscal-settings";
import { checkHostingSettings, hostingSettings } from "~/platform/hosting/hosting-settings";
import { checkPaymentSettings, paymentSettings } from "~/platform/payment/payment-settings";
import { costSettings } from "~/platform/registrar/cost-settings";
import { checkEppSettings, eppSettings } from "~/platform/registrar/epp/epp-settings";
import {
	parseRegistrarRoutes,
	type RegistrarId,
	type RegistrarRoute,
	registrarIds,
} from "~/platform/registrar/registrar-routes";

/** What each DNS host needs. */
const dnsCredentials = {
	sandbox: [],
	powerdns: ["POWERDNS_URL", "POWERDNS_API_KEY"],
	cloudflare: ["CLOUDFLARE_DNS_ACCOUNT", "CLOUDFLARE_DNS_TOKEN"],
} as const;

/** What each registrar with an account needs. */
const registrarCredentials = [
	["openprovider", ["OPENPROVIDER_USERNAME", "OPENPROVIDER_PASSWORD"]],
	["resellerclub", ["RESELLERCLUB_ID", "RESELLERCLUB_API_KEY"]],
] as const satisfies readonly (readonly [RegistrarId, readonly string[]])[];

const webhookSecret = z
	.string()
	.regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "must be the webhook's signing secret: whsec_ and base64")
	.optional();

const configSchema = z
	.object({
		/** `preview` is a deployment that may still use the payment sandbox. */
		ENVIRONMENT: z.enum(["local", "test", "preview", "production"]),
		APP_ORIGIN: z
			.url({ error: "is not a URL such as https://kikoa.example", abort: true })
			.refine(
				(value) => new URL(value).origin === value,
				"must be an origin: scheme and host, no path or trailing slash",
			)
			.refine(
				(value) => value.startsWith("https://") || ["localhost", "127.0.0.1"].includes(new URL(value).hostname),
				"must use https, except on localhost",
			),
		/** Which extensions each registrar takes, the preferred registrar first: `manual=co.ke sandbox=*`. */
		REGISTRARS: z.string().transform((text, context) => {
			const routes = parseRegistrarRoutes(text);
			if (routes) return routes;
			const message = `must be registrars with their extensions, such as manual=*. Registrars: ${registrarIds.join(", ")}`;
			context.addIssue({ code: "custom", message });
			return z.NEVER;
		}),
		/** OpenProvider's API contact. Needed while REGISTRARS lists openprovider. */
		OPENPROVIDER_USERNAME: z.string().trim().min(1).optional(),
		OPENPROVIDER_PASSWORD: z.string().min(1).optional(),
		/** Used if OpenProvider refuses the other. */
		OPENPROVIDER_PASSWORD_PREVIOUS: z.string().min(1).optional(),
		/** Another address for OpenProvider's test environment, which has no https. */
		OPENPROVIDER_URL: z.url({ error: "is not a URL", protocol: /^https?$/ }).default("https://api.openprovider.eu"),
		...eppSettings,
		/** ResellerClub's API. Needed while REGISTRARS lists resellerclub. */
		RESELLERCLUB_ID: z.string().regex(/^\d+$/, "must be the reseller id, a number").optional(),
		RESELLERCLUB_API_KEY: z.string().trim().min(1).optional(),
		/** Another address: the test environment, or a proxy with a fixed address in front of it. */
		RESELLERCLUB_URL: z.url({ error: "is not a URL", protocol: /^https?$/ }).default("https://httpapi.com/api"),
		...costSettings,
		/** RDAP base addresses that replace those of the pinned list: `ke=https://rdap.example/ io=https://…/`. */
		RDAP_OVERRIDES: z
			.string()
			.regex(/^(\s*[a-z][a-z.]*=https:\/\/\S+\/(?=\s|$))*\s*$/, "must be pairs such as ke=https://rdap.example/")
			.default(""),
		/** The services that publish zones. New zones go to the first. */
		DNS: z
			.string()
			.default("sandbox")
			.transform((text) => text.split(/[\s,]+/).filter(Boolean))
			.pipe(z.array(z.enum(["sandbox", "powerdns", "cloudflare"])).min(1))
			.refine((list) => new Set(list).size === list.length, "lists a service twice")
			.refine(
				(list) => list.length === 1 || !list.includes("sandbox"),
				"can't combine the sandbox with other services",
			),
		/** For `powerdns`: address of its API, without `/api`. */
		POWERDNS_URL: z
			.url({ error: "is not a URL such as https://dns.kikoa.example:8443", abort: true })
			.refine(
				(value) => new URL(value).origin === value,
				"must be an origin: scheme, host and port, no path or trailing slash",
			)
			.refine(
				(value) => value.startsWith("https://") || ["localhost", "127.0.0.1"].includes(new URL(value).hostname),
				"must use https, except on localhost",
			)
			.optional(),
		/** The `api-key` of its configuration. */
		POWERDNS_API_KEY: z.string().min(16, "needs at least 16 characters").optional(),
		/** Used if PowerDNS refuses the other. */
		POWERDNS_API_KEY_PREVIOUS: z.string().min(16, "needs at least 16 characters").optional(),
		/** For `cloudflare`: the id of the account, and an API token that may edit its zones and their DNS. */
		CLOUDFLARE_DNS_ACCOUNT: z
			.string()
			.regex(/^[0-9a-f]{32}$/, "must be the account's id: 32 hexadecimal digits")
			.optional(),
		CLOUDFLARE_DNS_TOKEN: z.string().trim().min(20, "needs at least 20 characters").optional(),
		/** For `powerdns` and `cloudflare`: addresses of the web server that redirects forwarded names. Empty: names can't be forwarded. */
		REDIRECT_ADDRESSES: z
			.string()
			.default("")
			.transform((text) => text.split(/[\s,]+/).filter(Boolean))
			.refine(
				(list) => list.every((one) => z.union([z.ipv4(), z.ipv6()]).safeParse(one).success),
				"must be IP addresses, separated by spaces",
			),
		...paymentSettings,
		...hostingSettings,
		...fiscalSettings,
		/** Service that checks new passwords for leaks. */
		BREACHED_PASSWORDS: z.enum(["stand-in", "http"]).default("stand-in"),
		/** For `http`: address of a range service. The first five characters of the hash are appended. */
		BREACHED_PASSWORDS_URL: z
			.string()
			.regex(/^https:\/\/\S+[^/\s]$/, "must be an https address without a trailing slash")
			.default("https://api.pwnedpasswords.com/range"),
		MAILER: z.enum(["inbox", "cloudflare", "http"]),
		MAIL_FROM: z.string().regex(/^[^<>\r\n]+ <[^@<>\s]+@[^@<>\s]+>$/, "must look like Name <address@example.com>"),
		RESEND_API_KEY: z.string().trim().optional(),
		/** Of the webhook that reports bounces and complaints to /api/mail/events. */
		RESEND_WEBHOOK_SECRET: webhookSecret,
		RESEND_WEBHOOK_SECRET_PREVIOUS: webhookSecret,
		/** The pepper of all password hashes. Without the pepper that a hash was made with, no password matches it. */
		PASSWORD_PEPPER: z.string().min(32, "needs at least 32 characters"),
		/** The previous pepper. Hashes made with it are renewed at the next sign-in. */
		PASSWORD_PEPPER_PREVIOUS: z.string().min(32, "needs at least 32 characters").optional(),
		/** Signs tokens and encrypts secrets. Changing it voids links in sent emails. */
		TOKEN_SECRET: z.string().min(32, "needs at least 32 characters"),
		/** The previous one. What it signed is accepted, and what it encrypted is encrypted again when it is used. */
		TOKEN_SECRET_PREVIOUS: z.string().min(32, "needs at least 32 characters").optional(),
		/** Bearer token with which a monitor reads the details of /api/health. Without it, only the desk shows them. */
		HEALTH_TOKEN: z.string().min(32, "needs at least 32 characters").optional(),
		/** Accepted too. */
		HEALTH_TOKEN_PREVIOUS: z.string().min(32, "needs at least 32 characters").optional(),
		/** `readable`: warnings and errors as text, which may contain anything. For local use. */
		LOGS: z.enum(["json", "readable"]).default("json"),
		/** Added to the content security policy, so only https is accepted. */
		CHAT_WIDGET_SRC: z
			.string()
			.default("")
			.refine(
				(value) => value === "" || (URL.canParse(value) && value.startsWith("https://")),
				"must be empty or an https address",
			),
	})
	.superRefine((config, { addIssue }) =>
		checkFiscalSettings(config, (setting, message) => addIssue({ code: "custom", path: [setting], message })),
	)
	.superRefine((config, { addIssue }) =>
		checkHostingSettings(config, (setting, message) => addIssue({ code: "custom", path: [setting], message })),
	)
	.refine((config) => config.MAILER !== "http" || config.RESEND_API_KEY, {
		path: ["RESEND_API_KEY"],
		message: "is required when MAILER is http",
	})
	.superRefine((config, { addIssue }) => {
		for (const service of config.DNS)
			for (const name of dnsCredentials[service])
				if (!config[name]) addIssue({ code: "custom", path: [name], message: `is required when DNS lists ${service}` });
		for (const service of config.DNS.slice(1))
			if (!otherNameserversOf(service))
				addIssue({
					...{ code: "custom", path: ["DNS"] },
					message: `lists ${service} after the first service, so otherNameservers in app/brand.ts must name its nameservers`,
				});
	})
	.refine((config) => config.REGISTRARS.length === 1 || !usesSandboxRegistry(config), {
		path: ["REGISTRARS"],
		message: "the sandbox has its own registry, so it can't be used together with others",
	})
	.superRefine((config, { addIssue }) => {
		checkPaymentSettings(config, (setting, message) => addIssue({ code: "custom", path: [setting], message }));
	})
	.superRefine((config, { addIssue }) => {
		for (const [registrar, names] of registrarCredentials)
			for (const name of names)
				if (lists(config, registrar) && !config[name])
					addIssue({ code: "custom", path: [name], message: `is required when REGISTRARS lists ${registrar}` });
		for (const name of ["OPENPROVIDER_URL", "RESELLERCLUB_URL"] as const)
			if (config.ENVIRONMENT === "production" && !config[name].startsWith("https://"))
				addIssue({
					...{ code: "custom", path: [name] },
					message: "must use https in production, because calls contain a password",
				});
	})
	.superRefine((config, { addIssue }) => {
		const tlds = config.REGISTRARS.find(({ id }) => id === "epp")?.tlds;
		if (tlds) checkEppSettings(config, tlds, (name, message) => addIssue({ code: "custom", path: [name], message }));
	})
	.refine((config) => config.LOGS === "json" || config.ENVIRONMENT === "local", {
		path: ["LOGS"],
		message: "readable is for local use, because these logs contain personal data",
	})
	.refine((config) => ["local", "test"].includes(config.ENVIRONMENT) || config.MAILER !== "inbox", {
		path: ["MAILER"],
		message: "the built-in inbox is for local use: choose cloudflare or http",
	});

export type Config = Readonly<z.infer<typeof configSchema>>;

/** The nameservers of a DNS service that is listed after the first. */
export const otherNameserversOf = (service: Config["DNS"][number]): readonly string[] | undefined =>
	(brand.otherNameservers as Partial<Record<typeof service, readonly string[]>>)[service];

/** Whether emails are stored locally and can be read at /dev/inbox. */
export const hasLocalInbox = ({ ENVIRONMENT, MAILER }: Pick<Config, "ENVIRONMENT" | "MAILER">): boolean =>
	MAILER === "inbox" && (ENVIRONMENT === "local" || ENVIRONMENT === "test");

/** Whether names are those of the stand-in's registry. */
export const usesSandboxRegistry = (config: Registrars): boolean => lists(config, "sandbox");

interface Registrars {
	readonly REGISTRARS: readonly RegistrarRoute[];
}

function lists({ REGISTRARS }: Registrars, registrar: RegistrarId): boolean {
	return REGISTRARS.some(({ id }) => id === registrar);
}

export class ConfigError extends Error {
	override name = "ConfigError";
}

/**
 * The Worker's settings, checked.
 * @throws ConfigError naming every missing or malformed value, one line each.
 */
export function readConfig(env: Readonly<Record<string, unknown>>): Config {
	const parsed = configSchema.safeParse(env);
	if (parsed.success) return parsed.data;
	const lines = parsed.error.issues.map((issue) => {
		const [setting = ""] = issue.path;
		return `${issue.path.join(".")}: ${env[String(setting)] === undefined ? "is missing" : issue.message}`;
	});
	throw new ConfigError(`Configuration:\n${lines.join("\n")}`);
}

const checked = new WeakMap<object, Config>();

/** As `readConfig`, but checked only once per isolate, because bindings don't change. @throws ConfigError */
export function configOf(env: object): Config {
	const config = checked.get(env) ?? readConfig(env as Record<string, unknown>);
	checked.set(env, config);
	return config;
}

/** The current secret first, then the previous one, with which older tokens are still valid. */
export const secretsOf = ({ TOKEN_SECRET, TOKEN_SECRET_PREVIOUS }: Config): Secrets =>
	secretsFrom(TOKEN_SECRET, TOKEN_SECRET_PREVIOUS);
