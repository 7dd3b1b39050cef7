import { z } from "zod";
import { SECOND } from "~/lib/durations";
import { parseJson } from "~/lib/read-json";
import { userAgent } from "~/platform/user-agent";
import type { PanelAnswer } from "../hosting-panel";
import {
	done,
	refusalsOf,
	type ServerAnswer,
	type ServerOptions,
	settle,
	usedOf,
	withoutAddresses,
} from "../servers/server-answer";
import type { ServerPanel } from "../servers/server-panel";

export type WhmServer = ReturnType<typeof createWhmServer>;

/** Accounts on one page of `usagePage`. */
const pageSize = 200;

const MiB = 1024 ** 2;

/** The API uses 1 and 0 for true and false, as numbers or as text. */
const flag = z.union([z.literal([1, "1"]).transform(() => true), z.literal([0, "0"]).transform(() => false)]);

const envelope = z.object({
	metadata: z.object({ result: flag, reason: z.string().nullish() }),
	data: z.unknown(),
});

/** "14M". An account whose usage is unknown has another text. */
const diskUsed = z
	.string()
	.transform((text) => (/^\d+(\.\d+)?M$/.test(text) ? Number.parseFloat(text) * MiB : undefined))
	.optional();

const account = z.object({
	user: z.string(),
	domain: z.string().toLowerCase(),
	ip: z.string(),
	plan: z.string(),
	suspended: flag,
});
const accountList = z.object({ acct: z.array(account) });
const usageList = z.object({ acct: z.array(z.object({ user: z.string(), diskused: diskUsed })) });
const session = z.object({ url: z.url() });
const certificates = z.object({
	crt: z.array(z.object({ domains: z.array(z.string()), is_self_signed: flag, not_after: z.coerce.number() })),
});
const usages = z.object({
	uapi: z.object({
		status: flag,
		// Plugins of the server add their own figures, in any form.
		data: z.array(z.object({ id: z.string(), usage: z.unknown() })).nullish(),
	}),
});
const backupSession = z.object({ session_id: z.string() });
const backupState = z.object({ state: z.enum(["RUNNING", "COMPLETED", "FAILED"]) });
const privileges = z.object({ privileges: z.array(z.record(z.string(), z.unknown())) });
const packages = z.object({ pkg: z.array(z.object({ name: z.string() })) });

/**
 * A server with cPanel & WHM, through WHM API 1 (api.docs.cpanel.net/whm). Every answer has the HTTP status 200, also a
 * refusal, which only `metadata.result` shows. The API has no idempotency keys, so a refused change is compared with what
 * the server shows.
 */
export function createWhmServer({
	host,
	user: owner,
	token,
	clock,
	fetch: request = fetch,
	timeouts = { usual: 10 * SECOND, long: 65 * SECOND },
}: ServerOptions) {
	const refused = refusalsOf(host, { temporary, weakPassword });

	/**
	 * Sends the parameters in the body, as cPanel's own client does (metacpan.org/dist/cPanel-PublicAPI), because servers
	 * log URLs and some parameters are passwords.
	 * @throws if there is no answer that we understand, or our token may not call the function
	 */
	async function call<T>(
		name: string,
		parameters: Readonly<Record<string, string>>,
		schema: z.ZodType<T>,
		timeoutMs = timeouts.usual,
	): Promise<ServerAnswer<T>> {
		const response = await request(`https://${host}:2087/json-api/${name}`, {
			method: "POST",
			headers: { ...userAgent, Authorization: `whm ${owner}:${token}` },
			// Without the version, the server answers as API 0, with other parameters and another form.
			body: new URLSearchParams({ "api.version": "1", ...parameters }),
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		});
		const body = parseJson(await response.text());
		const answer = envelope.safeParse(body);
		if (!response.ok || !answer.success) throw new Error(`${host} ${name}: HTTP ${response.status} ${errorOf(body)}`);
		const { metadata, data } = answer.data;
		const reason = readable(metadata.reason ?? "");
		if (!metadata.result) {
			if (missingRight.test(reason)) throw new Error(`${host} ${name}: ${reason}`);
			return { ok: false, reason };
		}
		const parsed = schema.safeParse(data);
		if (!parsed.success) throw new Error(`${host} ${name}: an answer of another form (${paths(parsed.error)})`);
		return { ok: true, data: parsed.data };
	}

	/** As `call`, for functions that have no reason to refuse. @throws also if the server refuses */
	async function read<T>(name: string, parameters: Readonly<Record<string, string>>, schema: z.ZodType<T>): Promise<T> {
		const answer = await call(name, parameters, schema);
		if (!answer.ok) throw new Error(`${host} ${name}: ${answer.reason}`);
		return answer.data;
	}

	// A list instead of `accountsummary`, which answers an unknown name with a refusal like any other.
	async function find(user: string) {
		const search = { search: user, searchtype: "user", searchmethod: "exact", want: "user,domain,ip,plan,suspended" };
		const { acct } = await read("listaccts", search, accountList);
		return acct.find((found) => found.user === user);
	}

	async function change(
		name: string,
		parameters: Readonly<Record<string, string>>,
		isDone: () => Promise<boolean>,
		timeoutMs?: number,
	): Promise<PanelAnswer> {
		return settle(await call(name, parameters, z.unknown(), timeoutMs), isDone, refused);
	}

	const panel: ServerPanel = {
		find,

		create: ({ user, domain, plan, email }) =>
			change(
				"createacct",
				// Without a password the server makes a random one, and `showpass` keeps it out of the answer.
				{ username: user, domain, plan, contactemail: email, showpass: "n" },
				async () => (await find(user))?.domain === domain,
				timeouts.long,
			),

		async setDomain(user, domain) {
			const isSet = async () => (await find(user))?.domain === domain;
			return (await isSet()) ? done : change("modifyacct", { user, domain }, isSet, timeouts.long);
		},

		async isCertified(user, domain) {
			const { crt } = await read("listcrts", { user, registered: "1" }, certificates);
			const now = clock() / SECOND;
			return crt.some((one) => one.domains.includes(domain) && !one.is_self_signed && one.not_after > now);
		},

		changePackage: (user, plan) =>
			change("changepackage", { user, pkg: plan }, async () => (await find(user))?.plan === plan, timeouts.long),

		suspend: (user, reason) =>
			change("suspendacct", { user, reason }, async () => (await find(user))?.suspended === true, timeouts.long),

		unsuspend: (user) =>
			change("unsuspendacct", { user }, async () => (await find(user))?.suspended === false, timeouts.long),

		// The archive is outside the account's home directory, so it stays when the account is removed.
		async backUp(user, ref) {
			if (ref === null) {
				const started = await call("start_background_pkgacct", { user, compressionsetting: "compress" }, backupSession);
				return started.ok ? { state: "running", ref: started.data.session_id } : refused(started.reason);
			}
			const { state } = await read("get_pkgacct_session_state", { session_id: ref }, backupState);
			if (state === "RUNNING") return { state: "running", ref };
			if (state === "COMPLETED") return done;
			return { state: "failed", message: `${host}: the backup ${ref} failed`, retryable: true };
		},

		remove: (user) =>
			change(
				"removeacct",
				// API 0 named it `user`.
				{ username: user, keepdns: "0" },
				async () => (await find(user)) === undefined,
				timeouts.long,
			),

		async changePassword(user, password) {
			const answer = await call("passwd", { user, password }, z.unknown());
			return answer.ok ? done : refused(answer.reason);
		},

		async signInLink(user) {
			const answer = await call("create_user_session", { user, service: "cpaneld" }, session);
			if (!answer.ok) return refused(answer.reason);
			const { url } = answer.data;
			// Browsers only follow a link to the addresses in our content security policy.
			if (new URL(url).origin !== panelOrigin(host))
				throw new Error(`${host} create_user_session: a link to ${new URL(url).origin}`);
			return { state: "succeeded", url };
		},

		async usage(user) {
			const found = await find(user);
			if (!found) return null;
			const parameters = {
				"cpanel.user": user,
				"cpanel.module": "ResourceUsage",
				"cpanel.function": "get_usages",
			};
			const { uapi } = await read("uapi_cpanel", parameters, usages);
			if (!uapi.status || !uapi.data) throw new Error(`${host} ResourceUsage::get_usages: refused`);
			return measured(new Map(uapi.data.map(({ id, usage }) => [id, Number(usage ?? Number.NaN)])));
		},

		async usagePage(page) {
			const parameters = {
				want: "user,diskused",
				"api.sort.enable": "1",
				"api.sort.a.field": "user",
				"api.chunk.enable": "1",
				"api.chunk.size": String(pageSize),
				// Counts from 1.
				"api.chunk.start": String(page * pageSize + 1),
			};
			const { acct } = await read("listaccts", parameters, usageList);
			const users = acct.flatMap(({ user, diskused }) =>
				diskused === undefined ? [] : { user, used: measured(new Map([["disk_usage", diskused]])) },
			);
			return { users, more: acct.length === pageSize };
		},

		async probe() {
			await read("version", {}, z.unknown());
		},
	};

	async function grantedPrivileges(): Promise<ReadonlySet<string>> {
		const { privileges: list } = await read("myprivs", {}, privileges);
		return new Set(list.flatMap((one) => Object.keys(one).filter((name) => flag.safeParse(one[name]).data)));
	}

	return {
		panel,

		/** The functions that our token may not call, by the names of WHM's privileges. */
		async missingPrivileges(): Promise<string[]> {
			const granted = await grantedPrivileges();
			return granted.has("all") ? [] : neededPrivileges.filter((name) => !granted.has(name));
		},

		/** Whether our token may make backups, for which it needs all privileges. */
		mayBackUp: async (): Promise<boolean> => (await grantedPrivileges()).has("all"),

		/** Names of the packages that new accounts can have. */
		async packages(): Promise<string[]> {
			return (await read("listpkgs", {}, packages)).pkg.map(({ name }) => name);
		},
	};
}

/** cPanel's address on a server, to which sign-in links lead. */
export const panelOrigin = (host: string): string => `https://${host}:2083`;

/** Privileges of the functions that we call (api.docs.cpanel.net, "ACL Reference Chart"). */
const neededPrivileges = [
	"list-accts",
	"create-acct",
	"edit-account",
	"upgrade-account",
	"suspend-acct",
	"kill-acct",
	"passwd",
	"create-user-session",
	"cpanel-api",
	"ssl",
];

/**
 * Refusals that may not come again. There is no list of reasons, so any other one waits for staff. A name or domain that
 * exists is among them, because an earlier request may still be creating the account.
 */
const temporary =
	/time[ds]?[ -]?out|temporar|try again|already has an? (?:account|group) named|is currently|in progress|\block(?:ed)? (?:by|file)|too busy|could not connect|connection (?:refused|reset|lost)/i;

/** Our token lacks a privilege, or the server doesn't have the function. Staff have to change that. */
const missingRight = /permission denied|access denied|not (?:have|has) (?:permission|access)|unknown app/i;

const weakPassword = /too weak|strength rating/i;

/** Leaves out what changes from call to call. */
const readable = (reason: string): string =>
	withoutAddresses(
		reason
			.replace(/^API failure: /, "")
			.replace(/\(XID \w+\) /g, "")
			.replace(/ at \/\S+ line \d+\.?/g, ""),
	);

/** Wrong credentials are answered as by API 2 (`cpanelresult`). */
const failure = z.object({ cpanelresult: z.object({ error: z.string() }) });
const errorOf = (body: unknown): string => {
	const found = failure.safeParse(body);
	return found.success ? readable(found.data.cpanelresult.error) : "without an answer of API 1";
};

const paths = ({ issues }: z.ZodError): string => issues.map(({ path }) => path.join(".")).join(", ");

/** By the ids of `ResourceUsage::get_usages`. */
function measured(usage: ReadonlyMap<string, number>): Record<string, number> {
	const count = (id: string) => usage.get(id) ?? Number.NaN;
	return usedOf({
		disk: count("disk_usage"),
		traffic: count("bandwidth"),
		domains: count("addon_domains") + 1,
		mailboxes: count("email_accounts"),
		forwarders: count("forwarders"),
		databases: count("mysql_databases"),
	});
}
