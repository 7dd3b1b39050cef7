import { z } from "zod";

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
		REGISTRAR: z.enum(["sandbox", "rdap"]),
		/** RDAP bases that have moved since the pinned list: `ke=https://rdap.example/ io=https://…/`. */
		RDAP_OVERRIDES: z
			.string()
			.regex(/^(\s*[a-z][a-z.]*=https:\/\/\S+\/(?=\s|$))*\s*$/, "must be pairs such as ke=https://rdap.example/")
			.default(""),
		PAYMENTS: z.enum(["sandbox"]),
		/** Whom to ask whether a new password was leaked elsewhere. */
		BREACHED_PASSWORDS: z.enum(["stand-in", "http"]).default("stand-in"),
		/** Of `http`: a range service, by its address without the five characters at the end. */
		BREACHED_PASSWORDS_URL: z
			.string()
			.regex(/^https:\/\/\S+[^/\s]$/, "must be an https address without a slash at its end")
			.default("https://api.pwnedpasswords.com/range"),
		MAILER: z.enum(["inbox", "cloudflare", "http"]),
		MAIL_FROM: z.string().regex(/^[^<>\r\n]+ <[^@<>\s]+@[^@<>\s]+>$/, "must look like Name <address@example.com>"),
		RESEND_API_KEY: z.string().trim().optional(),
		/** The pepper of all password hashes: without the one that a hash was made with, its password is never right. */
		PASSWORD_PEPPER: z.string().min(32, "needs at least 32 characters"),
		/** The pepper before this one, while hashes that were made with it are renewed at their owners' next sign-in. */
		PASSWORD_PEPPER_PREVIOUS: z.string().min(32, "needs at least 32 characters").optional(),
		/** Signs and seals; changing it voids links that were mailed. */
		TOKEN_SECRET: z.string().min(32, "needs at least 32 characters"),
		/** The one before this, so that what it sealed (secrets of authenticator apps) still opens. */
		TOKEN_SECRET_PREVIOUS: z.string().min(32, "needs at least 32 characters").optional(),
		/** Opens the back office's API, which does not exist without it. */
		TEAM_API_TOKEN: z.string().min(32, "needs at least 32 characters").optional(),
		/** Named in the content security policy, which would take any scheme. */
		CHAT_WIDGET_SRC: z
			.string()
			.default("")
			.refine(
				(value) => value === "" || (URL.canParse(value) && value.startsWith("https://")),
				"must be empty or an https address",
			),
	})
	.refine((config) => config.MAILER !== "http" || config.RESEND_API_KEY, {
		path: ["RESEND_API_KEY"],
		message: "is required when MAILER is http",
	})
	.refine((config) => ["local", "test"].includes(config.ENVIRONMENT) || config.MAILER !== "inbox", {
		path: ["MAILER"],
		message: "the built-in inbox is for local use: choose cloudflare or http",
	})
	.refine((config) => config.ENVIRONMENT !== "production" || config.PAYMENTS !== "sandbox", {
		path: ["PAYMENTS"],
		message: "the sandbox takes no real money: choose a real provider",
	});

export type Config = Readonly<z.infer<typeof configSchema>>;

/** Mails stay on this machine and may be read at /dev/inbox. */
export const hasLocalInbox = ({ ENVIRONMENT, MAILER }: Pick<Config, "ENVIRONMENT" | "MAILER">): boolean =>
	MAILER === "inbox" && (ENVIRONMENT === "local" || ENVIRONMENT === "test");

/** The sandbox plays the customer's phone and bank: what it takes is not money. */
export const takesRealMoney = ({ PAYMENTS }: { readonly PAYMENTS: string }): boolean => PAYMENTS !== "sandbox";

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
		const name = issue.path.join(".");
		return `${name}: ${env[name] === undefined ? "is missing" : issue.message}`;
	});
	throw new ConfigError(`Configuration:\n${lines.join("\n")}`);
}

const checked = new WeakMap<object, Config>();

/** As `readConfig`, once for each set of bindings: an isolate has one, and all its requests ask. @throws ConfigError */
export function configOf(env: object): Config {
	const config = checked.get(env) ?? readConfig(env as Record<string, unknown>);
	checked.set(env, config);
	return config;
}

/** Today's secret first: what the previous one sealed or signed still counts. */
export const secretsOf = ({ TOKEN_SECRET, TOKEN_SECRET_PREVIOUS }: Config): [string, ...string[]] =>
	TOKEN_SECRET_PREVIOUS ? [TOKEN_SECRET, TOKEN_SECRET_PREVIOUS] : [TOKEN_SECRET];
