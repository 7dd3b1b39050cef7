import { Hono } from "hono";
import { createFaults, type Fault } from "./faults";

interface Account {
	user: string;
	domain: string;
	plan: string;
	email: string;
	password: string;
	suspendReason: string | null;
	/** In MiB. Null: the server has not measured it. */
	diskUsed: number | null;
	/** By the ids of `ResourceUsage::get_usages`. */
	usage: Record<string, number | null>;
	/** Of the installed certificate. */
	certificate: { domains: string[]; selfSigned: boolean; notAfter: number } | null;
}

type Values = Readonly<Record<string, string>>;

/** What a function answers: its data, or why it refuses. */
type Done = { readonly data?: unknown; readonly reason?: string; readonly raw?: string };
class Refusal extends Error {}

interface Options {
	readonly host: string;
	readonly token: string;
	readonly ip?: string;
	readonly packages?: readonly string[];
	readonly clock?: () => number;
	/** Of the token. */
	readonly privileges?: readonly string[];
	/** The name that the server gives itself in links. */
	readonly ownName?: string;
}

/**
 * A server with cPanel & WHM as its documentation describes it (api.docs.cpanel.net, version 11.138), with reasons that
 * real servers gave. Every refusal has the HTTP status 200. Only wrong credentials have 403, in the form of API 2.
 */
export function createWhmService({
	host,
	token,
	ip = "192.0.2.20",
	packages = ["shared-starter", "shared-business", "shared-pro"],
	clock = Date.now,
	privileges = ["all"],
	ownName = host,
}: Options) {
	const accounts = new Map<string, Account>();
	/** Every call, by name, with its parameters. */
	const calls: { readonly name: string; readonly url: string; readonly parameters: Values }[] = [];
	/** States of backups by session, and the accounts that have an archive. */
	const backups = new Map<string, "RUNNING" | "COMPLETED" | "FAILED">();
	const refusals = new Map<string, string>();
	let count = 0;

	/** Changes with every call, as on a real server. */
	const xid = () => `(XID ${(count++).toString(36).padStart(6, "x")})`;

	function existing(user: string | undefined): Account {
		const account = accounts.get(user ?? "");
		if (!account) throw new Refusal(`API failure: ${xid()} You do not have a user named “${user ?? ""}”.`);
		return account;
	}

	function requireFreeDomain(domain: string, user?: string): void {
		if ([...accounts.values()].some((one) => one.domain === domain && one.user !== user))
			throw new Refusal(`${xid()} The domain “${domain}” already exists in the Apache configuration.`);
	}

	function requirePackage(name: string | undefined): string {
		if (!name || !packages.includes(name)) throw new Refusal(`The package “${name ?? ""}” does not exist.`);
		return name;
	}

	function requireStrong(password: string): void {
		if (!/\d/.test(password) && password.length < 20)
			throw new Refusal(
				"Sorry, the password you selected cannot be used because it is too weak and would be too easy to guess. Please select a password with strength rating of 65 or higher.",
			);
	}

	function create({ username = "", domain = "", plan, contactemail = "", password, showpass = "y" }: Values): Done {
		if (!/^(?!\d|test)[a-z\d]{1,16}$/.test(username))
			throw new Refusal(`${xid()} “${username}” is not a valid username.`);
		if (accounts.has(username))
			throw new Refusal(
				`${xid()} This system already has an account named “${username}”. at /usr/local/cpanel/Whostmgr/Accounts/Create.pm line 601.`,
			);
		if ([...accounts.keys()].some((user) => user.slice(0, 8) === username.slice(0, 8)))
			throw new Refusal(
				`The name of another account on this server has the same initial 8 characters as “${username}”.`,
			);
		requireFreeDomain(domain);
		const made = {
			user: username,
			domain,
			plan: requirePackage(plan),
			email: contactemail,
			password: password ?? "made by the server",
			suspendReason: null,
			diskUsed: 0,
			usage: {},
			certificate: null,
		};
		accounts.set(username, made);
		const raw = `wwwacct creation finished${showpass === "y" ? `\n| PassWord: ${made.password}` : ""}`;
		// The documentation calls this the address of the account's nameserver.
		const data = { ip: "192.0.2.53", nameserver: "ns1.example.com", nameserver2: "ns2.example.com", package: plan };
		return { data, reason: "Account Creation Ok", raw };
	}

	const shown = (account: Account) => ({
		user: account.user,
		domain: account.domain,
		ip,
		plan: account.plan,
		email: account.email,
		suspended: account.suspendReason === null ? 0 : 1,
		suspendreason: account.suspendReason ?? "not suspended",
		diskused: account.diskUsed === null ? "none" : `${account.diskUsed}M`,
		disklimit: "unlimited",
		owner: "kikoa",
	});

	function list(parameters: Values): Done {
		const { search = "", searchtype, searchmethod = "regex", want } = parameters;
		const key = searchtype as "user" | "domain" | undefined;
		const matches = (value: string) => (searchmethod === "exact" ? value === search : new RegExp(search).test(value));
		let found = [...accounts.values()].map(shown).filter((one) => !key || matches(one[key]));
		const sortField = parameters["api.sort.enable"] === "1" ? parameters["api.sort.a.field"] : undefined;
		if (sortField === "user") found = found.toSorted((a, b) => (a.user < b.user ? -1 : 1));
		if (parameters["api.chunk.enable"] === "1") {
			const start = Number(parameters["api.chunk.start"]) - 1;
			found = found.slice(start, start + Number(parameters["api.chunk.size"]));
		}
		const wanted = want?.split(",");
		const acct = found.map((one) =>
			Object.fromEntries(Object.entries(one).filter(([name]) => wanted?.includes(name) ?? true)),
		);
		return { data: { acct } };
	}

	function startSession({ user, service }: Values): Done {
		const account = existing(user);
		if (account.suspendReason !== null) throw new Refusal(`${xid()} The account “${user}” is suspended.`);
		if (service !== "cpaneld") throw new Refusal(`${xid()} “${service}” is not a valid service.`);
		const secret = `cpsess${String(++count).padStart(10, "0")}`;
		const url = `https://${ownName}:2083/${secret}/login/?session=${user}%3asecret%3acreate_user_session`;
		return {
			data: { cp_security_token: `/${secret}`, expires: 0, service, session: "secret", url },
			reason: "Created session",
		};
	}

	const functions: Readonly<Record<string, (parameters: Values) => Done>> = {
		createacct: create,
		listaccts: list,
		modifyacct({ user, DNS, domain = DNS }) {
			const account = existing(user);
			requireFreeDomain(domain ?? "", user);
			account.domain = domain ?? account.domain;
			return { data: { domain, user }, reason: "Account Modified" };
		},
		changepackage({ user, pkg }) {
			existing(user).plan = requirePackage(pkg);
			return { reason: "Account Upgrade/Downgrade Complete" };
		},
		passwd({ user, password = "" }) {
			const account = existing(user);
			if (account.suspendReason !== null)
				throw new Refusal(`${xid()} You cannot change a suspended account’s password.`);
			requireStrong(password);
			account.password = password;
			return { data: { app: ["system", "ftp", "mail", "mySQL"] }, reason: `Password changed for user “${user}”.` };
		},
		suspendacct({ user, reason = "Unknown" }) {
			const account = existing(user);
			if (account.suspendReason !== null) throw new Refusal(`${xid()} “${user}” is already suspended.`);
			account.suspendReason = reason;
			return {};
		},
		unsuspendacct({ user }) {
			const account = existing(user);
			if (account.suspendReason === null) throw new Refusal(`${xid()} “${user}” is not suspended.`);
			account.suspendReason = null;
			return {};
		},
		removeacct({ username, user = username }) {
			accounts.delete(existing(user).user);
			return { reason: `${user} account removed` };
		},
		start_background_pkgacct({ user = "" }) {
			const session = `${existing(user).user}2026112${backups.size}`;
			backups.set(session, "RUNNING");
			return { data: { session_id: session } };
		},
		get_pkgacct_session_state({ session_id = "" }) {
			const state = backups.get(session_id);
			if (!state) throw new Refusal(`The session “${session_id}” does not exist.`);
			return { data: { state } };
		},
		create_user_session: startSession,
		listcrts({ user, registered }) {
			const { certificate, domain } = existing(user);
			const installed = certificate && {
				domain,
				domains: certificate.domains,
				is_self_signed: certificate.selfSigned ? 1 : 0,
				not_after: Math.floor(certificate.notAfter / 1_000),
				registered: 1,
			};
			return { data: { crt: registered === "1" && installed ? [installed] : [] } };
		},
		uapi_cpanel({ "cpanel.user": user, "cpanel.module": module, "cpanel.function": name }) {
			const { usage } = existing(user);
			if (module !== "ResourceUsage" || name !== "get_usages")
				return { data: { uapi: { status: 0, errors: [`Failed to load module “${module}”`], data: null } } };
			const data = Object.entries(usage).map(([id, used]) => ({ id, usage: used, maximum: null, error: null }));
			return { data: { uapi: { status: 1, errors: null, data } } };
		},
		version: () => ({ data: { version: "11.138.0.10" } }),
		myprivs: () => ({ data: { privileges: [Object.fromEntries(privileges.map((name) => [name, 1]))] } }),
		listpkgs: () => ({ data: { pkg: packages.map((name) => ({ name })) } }),
	};

	function answer(name: string, parameters: Values) {
		const metadata = { command: name, version: 1 };
		try {
			const reason = refusals.get(name);
			refusals.delete(name);
			if (reason !== undefined) throw new Refusal(reason);
			const run = functions[name];
			if (!run) throw new Refusal(`Unknown app (“${name}”) requested for this version (1) of the API.`);
			const done = run(parameters);
			const output = done.raw === undefined ? {} : { output: { raw: done.raw } };
			return { data: done.data ?? {}, metadata: { ...metadata, ...output, result: 1, reason: done.reason ?? "OK" } };
		} catch (error) {
			if (error instanceof Refusal) return { data: null, metadata: { ...metadata, result: 0, reason: error.message } };
			throw error;
		}
	}

	const app = new Hono();
	app.use(async (context, next) => {
		const { hostname, port } = new URL(context.req.url);
		if (hostname !== host || port !== "2087") throw new TypeError(`${hostname}:${port} does not answer`);
		if (context.req.header("Authorization") === `whm kikoa:${token}`) return next();
		const denied = { reason: "Access denied", result: "0" };
		const text = JSON.stringify({
			cpanelresult: { apiversion: "2", error: "Access denied", data: denied, type: "text" },
		});
		return context.text(text, 403);
	});
	app.all("/json-api/:name", async (context) => {
		const form = context.req.method === "POST" ? await context.req.parseBody() : context.req.query();
		const parameters = form as Record<string, string>;
		const name = context.req.param("name");
		calls.push({ name, url: context.req.url, parameters });
		// API 0: another form, and other names of parameters.
		if (parameters["api.version"] !== "1") return context.json({ result: [{ status: 0, statusmsg: "API 0" }] });
		return context.json(answer(name, parameters));
	});

	const faults = createFaults((request) => app.fetch(request));

	return {
		host,
		accounts,
		backups,
		calls,
		/** Names of the calls so far. */
		called: () => calls.map(({ name }) => name),
		fetch: faults.fetch,
		finishLate: faults.finishLate,
		/** The next call of the function meets the fault. */
		fault: (fault: Fault, name: string) =>
			faults.plan(fault, ({ url }) => new URL(url).pathname === `/json-api/${name}`),
		/** The call after this many others meets the fault. */
		faultAfter(fault: Fault, others: number): void {
			let left = others;
			faults.plan(fault, () => left-- === 0);
		},
		/** The next call of the function is refused for this reason. */
		refuse: (name: string, reason: string) => void refusals.set(name, reason),
		/** Installs a certificate for the account's domain, as AutoSSL does. */
		certify(user: string, { selfSigned = false, days = 90 } = {}) {
			const account = existing(user);
			const notAfter = clock() + days * 86_400_000;
			account.certificate = { domains: [account.domain, `www.${account.domain}`], selfSigned, notAfter };
		},
	};
}
