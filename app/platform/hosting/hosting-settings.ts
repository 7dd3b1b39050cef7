import { z } from "zod";
import { fromJson, pairs } from "~/platform/setting-types";

const hostName = z.string().regex(/^(?=.{4,253}$)([a-z0-9-]{1,63}\.)+[a-z]{2,63}$/, "must be a host name");

const hostingServer = z.strictObject({
	/** Stored with each account. Never give it to another server. */
	name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/, "must have small letters, digits and hyphens"),
	panel: z.enum(["whm", "directadmin"]).default("whm"),
	/** The server's own host name, without a port. */
	host: hostName,
	/** The user of the panel that the token belongs to. */
	user: z.string().min(1),
	/** The highest number of accounts that we create there. */
	capacity: z.number().int().nonnegative(),
	/** A closed server keeps its accounts and gets no new ones. */
	closed: z.boolean().default(false),
	/** The only plans whose new accounts it gets, by their ids. Default: all. */
	plans: z.array(z.string().min(1)).min(1).optional(),
	/** Where new accounts get their first name, such as `h2k4x7ab.web1.kikoa.example`. Default: the host name. */
	temporaryDomain: hostName.optional(),
});

export const hostingServers = z.preprocess(fromJson, z.array(hostingServer));

export const hostingTokens = pairs("web1=TOKEN web2=TOKEN", /\S+/);

/** The settings of hosting servers, without checks of their relations. */
export const hostingSettings = {
	HOSTING: z.enum(["sandbox", "servers"]).default("sandbox"),
	/** For `servers`: the hosting servers, as `[[vars.HOSTING_SERVERS]]` or JSON. */
	HOSTING_SERVERS: hostingServers.default([]),
	/** For `servers`: the API token or login key of each server. */
	HOSTING_TOKENS: hostingTokens,
	/**
	 * For how many days the content of a plan is kept after it was suspended because its renewal was not paid, or has ended.
	 * Then it is deleted. Required with real servers, so that it is never deleted without a decision of staff.
	 */
	HOSTING_KEPT_DAYS: z.coerce.number().int().min(14).max(365).optional(),
};

type HostingSettings = Readonly<z.output<z.ZodObject<typeof hostingSettings>>>;

/** Reports what is missing or does not fit together. */
export function checkHostingSettings(
	{ HOSTING, HOSTING_KEPT_DAYS, HOSTING_SERVERS: servers, HOSTING_TOKENS: tokens }: HostingSettings,
	report: (setting: keyof HostingSettings, message: string) => void,
): void {
	if (HOSTING === "sandbox") return;
	if (HOSTING_KEPT_DAYS === undefined) report("HOSTING_KEPT_DAYS", `is required when HOSTING is ${HOSTING}`);
	if (servers.length === 0) report("HOSTING_SERVERS", `is required when HOSTING is ${HOSTING}`);
	if (new Set(servers.map(({ name }) => name)).size < servers.length)
		report("HOSTING_SERVERS", "has two servers with the same name");
	for (const { name } of servers.filter((server) => !tokens.has(server.name)))
		report("HOSTING_TOKENS", `has no token for ${name}`);
}
