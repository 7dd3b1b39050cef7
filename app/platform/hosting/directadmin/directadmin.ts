import { z } from "zod";
import { HOUR, MINUTE, SECOND } from "~/lib/durations";
import { randomToken } from "~/lib/ids";
import { userAgent } from "~/platform/user-agent";
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

export type DirectAdminServer = ReturnType<typeof createDirectAdminServer>;

const MiB = 1024 ** 2;

/** How long a sign-in link is valid. */
const linkMs = 5 * MINUTE;

/** A backup that is not complete after this time has failed. */
const backupMs = 6 * HOUR;

/** A backup is complete once its file has kept its size for this long, because the server writes it bit by bit. */
const unchangedMs = 5 * MINUTE;

/**
 * A backup has its own folder below the admin's home directory, outside the accounts, so that no earlier file of the account
 * counts as this backup.
 */
const backupFolder = (user: string, startedAt: number): string => `/admin_backups/kikoa-final-${user}-${startedAt}`;

const account = z.object({
	domain: z.string().toLowerCase(),
	ip: z.string(),
	package: z.string(),
	suspended: z.string().transform((text) => text.toLowerCase() === "yes"),
});
/** In MB, and counts. A server reports them as text, `unlimited` for limits only. */
const usages = z.object({
	quota: z.string().optional(),
	bandwidth: z.string().optional(),
	vdomains: z.string().optional(),
	nemails: z.string().optional(),
	nemailf: z.string().optional(),
	mysql: z.string().optional(),
});
/** Of a file in a list of files. In bytes. */
const fileFacts = z.object({ type: z.literal("file"), size: z.coerce.number().int().positive() });
const loginUrl = z.object({ url: z.url() });
const certificates = z.object({
	certs: z.array(
		z.object({
			selfSigned: z.boolean(),
			certificate: z.object({ dnsNames: z.array(z.string()), notAfter: z.string() }),
		}),
	),
});

/**
 * A server with DirectAdmin. Accounts are managed by its commands (`CMD_API_…`, docs.directadmin.com, "All about API"),
 * which answer with a form: a refusal is `error=1&text=…&details=…` with the HTTP status 200. Links and certificates come
 * from its JSON API. There are no idempotency keys, and suspending twice may lift a suspension, so the account is looked up
 * before and after a change.
 */
export function createDirectAdminServer({
	host,
	user: owner,
	token,
	clock,
	fetch: request = fetch,
	timeouts = { usual: 10 * SECOND, long: 65 * SECOND },
}: ServerOptions) {
	const refused = refusalsOf(host, { temporary, weakPassword });
	const origin = panelOrigin(host);

	/** @param as the account to act as, instead of its owner */
	function send(path: string, init: RequestInit, as?: string, timeoutMs = timeouts.usual): Promise<Response> {
		const credentials = `${as === undefined ? owner : `${owner}|${as}`}:${token}`;
		return request(`${origin}${path}`, {
			...init,
			headers: { ...userAgent, ...init.headers, Authorization: `Basic ${btoa(credentials)}` },
			redirect: "manual",
			signal: AbortSignal.timeout(timeoutMs),
		});
	}

	/** @throws if there is no answer that we understand, or our key may not run the command */
	async function command(
		name: string,
		parameters: Readonly<Record<string, string>>,
		{ method = "POST", as, timeoutMs }: { method?: "GET" | "POST"; as?: string; timeoutMs?: number } = {},
	): Promise<ServerAnswer<URLSearchParams>> {
		const fields = new URLSearchParams(parameters);
		const [query, body] = method === "GET" ? [`?${fields}`, undefined] : ["", fields];
		const response = await send(`/CMD_API_${name}${query}`, { method, ...(body && { body }) }, as, timeoutMs);
		const text = await response.text();
		// Wrong credentials are answered with a page to sign in, on some servers with the status 200.
		if (!response.ok || /^\s*</.test(text))
			throw new Error(`${host} ${name}: HTTP ${response.status} without an answer`);
		const answer = new URLSearchParams(text.trim());
		if (answer.get("error") !== "1") return { ok: true, data: answer };
		const reason = readable([answer.get("text"), answer.get("details")].filter(Boolean).join(": "));
		if (missingRight.test(reason)) throw new Error(`${host} ${name}: ${reason}`);
		return { ok: false, reason };
	}

	/** As `command`, for those that have no reason to refuse. @throws also if the server refuses */
	async function read(name: string, parameters: Readonly<Record<string, string>> = {}): Promise<URLSearchParams> {
		const answer = await command(name, parameters, { method: "GET" });
		if (!answer.ok) throw new Error(`${host} ${name}: ${answer.reason}`);
		return answer.data;
	}

	async function readAs<T>(name: string, user: string, schema: z.ZodType<T>): Promise<T> {
		const parsed = schema.safeParse(Object.fromEntries(await read(name, { user })));
		if (!parsed.success) throw new Error(`${host} ${name}: an answer of another form`);
		return parsed.data;
	}

	/** A call of the JSON API as this account. Refusals have a status of 400 or more, and are thrown. */
	async function json<T>(path: string, as: string, schema: z.ZodType<T>, body?: unknown): Promise<T> {
		const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
		const response = await send(path, { ...init, headers: { "Content-Type": "application/json" } }, as);
		if (!response.ok) throw new Error(`${host} ${path}: HTTP ${response.status}`);
		const parsed = schema.safeParse(await response.json().catch(() => null));
		if (!parsed.success) throw new Error(`${host} ${path}: an answer of another form`);
		return parsed.data;
	}

	// A list first, because the configuration of an unknown name is refused like any other request.
	async function find(user: string) {
		const users = (await read("SHOW_USERS")).getAll("list[]");
		return users.includes(user) ? readAs("SHOW_USER_CONFIG", user, account) : undefined;
	}

	async function change(
		name: string,
		parameters: Readonly<Record<string, string>>,
		isDone: () => Promise<boolean>,
		as?: string,
	) {
		const answer = await command(name, parameters, { timeoutMs: timeouts.long, ...(as !== undefined && { as }) });
		return settle(answer, isDone, refused);
	}

	/** The size of the account's backup in this folder, in bytes. Null if it has none, or does not exist yet. */
	async function backupSize(user: string, folder: string): Promise<number | null> {
		const answer = await command("FILE_MANAGER", { path: folder }, { method: "GET" });
		if (!answer.ok) return null;
		const endings = ["tar", "tar.gz", "tar.zst"].map((type) => `.${user}.${type}`);
		for (const [path, facts] of answer.data) {
			const file = fileFacts.safeParse(Object.fromEntries(new URLSearchParams(facts)));
			if (file.success && endings.some((ending) => path.endsWith(ending))) return file.data.size;
		}
		return null;
	}

	async function setSuspended(user: string, suspended: boolean, reason: string) {
		const isSet = async () => (await find(user))?.suspended === suspended;
		if (await isSet()) return done;
		const suspend = suspended ? "Suspend" : "Unsuspend";
		return change("SELECT_USERS", { location: "CMD_SELECT_USERS", suspend, reason, select0: user }, isSet);
	}

	const panel: ServerPanel = {
		find,

		async create({ user, domain, plan, email }) {
			const [ip = ""] = (await read("SHOW_RESELLER_IPS")).getAll("list[]");
			// The command requires a password. Customers set their own.
			const password = `${randomToken()}Aa1`;
			const names = { username: user, email, passwd: password, passwd2: password, domain, package: plan, ip };
			return change(
				"ACCOUNT_USER",
				{ action: "create", add: "Submit", ...names, notify: "no" },
				async () => (await find(user))?.domain === domain,
			);
		},

		async setDomain(user, domain) {
			const found = await find(user);
			if (found?.domain === domain) return done;
			const isSet = async () => (await find(user))?.domain === domain;
			const domains = { old_domain: found?.domain ?? "", new_domain: domain };
			return change("CHANGE_DOMAIN", domains, isSet, user);
		},

		async isCertified(user, domain) {
			const { certs } = await json(`/api/domain-tls/${domain}/certs`, user, certificates);
			return certs.some(
				({ selfSigned, certificate: { dnsNames, notAfter } }) =>
					!selfSigned && dnsNames.includes(domain) && Date.parse(notAfter) > clock(),
			);
		},

		changePackage: (user, plan) =>
			change(
				"MODIFY_USER",
				{ action: "package", user, package: plan },
				async () => (await find(user))?.package === plan,
			),

		suspend: (user, reason) => setSuspended(user, true, reason),
		unsuspend: (user) => setSuspended(user, false, ""),

		// The server makes it in the background. There is no id, so the reference is when it started, followed by the size of
		// its file and since when it has this size.
		async backUp(user, ref) {
			const now = clock();
			if (ref === null) {
				const where = { where: "local", local_path: `/home/${owner}${backupFolder(user, now)}` };
				const what = { action: "create", who: "selected", when: "now", ...where, what: "all", select0: user };
				// Otherwise the server adds what the admin chose last, and stores our folder as the admin's choice.
				const kept = { append_to_path: "nothing", write_backup_conf: "no" };
				const started = await command("ADMIN_BACKUP", { ...what, ...kept });
				return started.ok ? { state: "running", ref: String(now) } : refused(started.reason);
			}
			const [startedAt = 0, lastSize = 0, since = 0] = ref.split(" ").map(Number);
			const size = await backupSize(user, backupFolder(user, startedAt));
			if (size !== null && size === lastSize && now - since >= unchangedMs) return done;
			if (now - startedAt >= backupMs)
				return { state: "failed", message: `${host}: no complete backup of ${user} after six hours`, retryable: true };
			if (size === null) return { state: "running", ref: String(startedAt) };
			return { state: "running", ref: [startedAt, size, size === lastSize ? since : now].join(" ") };
		},

		remove: (user) =>
			change(
				"SELECT_USERS",
				{ confirmed: "Confirm", delete: "yes", select0: user },
				async () => (await find(user)) === undefined,
			),

		async changePassword(user, password) {
			const answer = await command("USER_PASSWD", { username: user, passwd: password, passwd2: password });
			return answer.ok ? done : refused(answer.reason);
		},

		async signInLink(user) {
			const path = "/api/login-keys/urls";
			const expires = new Date(clock() + linkMs).toISOString();
			const link = { allowNetworks: [], currentPassword: token, expires, redirectURL: "/" };
			const { url } = await json(path, user, loginUrl, link);
			// Browsers only follow a link to the addresses in our content security policy.
			if (new URL(url).origin !== origin) throw new Error(`${host} ${path}: a link to ${new URL(url).origin}`);
			return { state: "succeeded", url };
		},

		async usage(user) {
			return (await find(user)) ? measured(await readAs("SHOW_USER_USAGE", user, usages)) : null;
		},

		/** All accounts are in one answer, one per line: `user=quota=12.3 / 1000&bandwidth=…`. */
		async usagePage(page) {
			if (page > 0) return { users: [], more: false };
			const response = await send("/CMD_API_ALL_USER_USAGE", {});
			const text = await response.text();
			if (!response.ok || /^\s*<|^error=1/.test(text))
				throw new Error(`${host} ALL_USER_USAGE: HTTP ${response.status}`);
			const users = text.split("\n").flatMap((line) => {
				const [, user, fields] = /^([^=&]+)=(.+)$/.exec(line.trim()) ?? [];
				const parsed = usages.safeParse(Object.fromEntries(new URLSearchParams(fields ?? "")));
				return user !== undefined && parsed.success ? [{ user, used: measured(parsed.data) }] : [];
			});
			return { users, more: false };
		},

		async probe() {
			const answer = await read("LOGIN_TEST");
			if (answer.get("error") !== "0") throw new Error(`${host} LOGIN_TEST: an answer of another form`);
		},
	};

	return {
		panel,

		/** Names of the packages that new accounts can have. */
		packages: async (): Promise<string[]> => (await read("PACKAGES_USER")).getAll("list[]"),

		/** Whether our key may start and find backups. Only an admin's may. Reads the settings of backups and a list of files. */
		async mayBackUp(): Promise<boolean> {
			const allowed = [read("ADMIN_BACKUP"), read("FILE_MANAGER", { path: "/" })];
			return (await Promise.allSettled(allowed)).every(({ status }) => status === "fulfilled");
		},

		/** Addresses that new accounts can have. */
		addresses: async (): Promise<string[]> => (await read("SHOW_RESELLER_IPS")).getAll("list[]"),
	};
}

/** DirectAdmin's address on a server, to which sign-in links lead. */
export const panelOrigin = (host: string): string => `https://${host}:2222`;

/** "12.3 / 1000" and "12.3" are both 12.3. */
const amount = (text: string | undefined): number => Number.parseFloat(text ?? "");

const measured = ({ quota, bandwidth, vdomains, nemails, nemailf, mysql }: z.output<typeof usages>) =>
	usedOf({
		disk: amount(quota) * MiB,
		traffic: amount(bandwidth) * MiB,
		domains: amount(vdomains),
		mailboxes: amount(nemails),
		forwarders: amount(nemailf),
		databases: amount(mysql),
	});

/** As with WHM, a name or domain that exists may belong to an account that an earlier request is still creating. */
const temporary =
	/time[ds]?[ -]?out|temporar|try again|already exists|in progress|\block(?:ed)? (?:by|file)|too busy|could not connect|connection (?:refused|reset|lost)/i;

/** Our key may not run the command, or its owner is neither admin nor reseller. Staff have to change that. */
const missingRight = /permission|not (?:allowed|authorized|permitted)|unauthorized|access denied/i;

const weakPassword = /password.*(?:too (?:short|weak|simple)|difficult|at least|must (?:have|contain))/i;

/** Texts have entities for some characters, such as `&#32` for a space, and markup. */
const readable = (reason: string): string =>
	withoutAddresses(
		reason
			.replace(/&#(\d+);?/g, (_, code) => String.fromCharCode(Number(code)))
			.replace(/<[^>]*>/g, " ")
			.replace(/\s+/g, " "),
	);
