import { Hono } from "hono";
import { createFaults, type Fault } from "./faults";

interface Account {
	user: string;
	domain: string;
	package: string;
	email: string;
	password: string;
	suspendReason: string | null;
	/** In MB and counts, by DirectAdmin's names. */
	usage: Record<string, string>;
	certificate: { dnsNames: string[]; selfSigned: boolean; notAfter: number } | null;
}

type Values = Readonly<Record<string, string>>;

class Refusal extends Error {
	constructor(
		readonly text: string,
		readonly details = "",
	) {
		super(text);
	}
}

interface Options {
	readonly host: string;
	readonly token: string;
	readonly ip?: string;
	readonly packages?: readonly string[];
	readonly clock?: () => number;
	/** The commands that the login key may run. Default: all. */
	readonly allowed?: readonly string[];
	/** The name that the server gives itself in links. */
	readonly ownName?: string;
	/** How long a backup takes. */
	readonly backupMinutes?: number;
	/** Whether a backup that was started never writes its file. */
	readonly isBroken?: boolean;
}

/**
 * A server with DirectAdmin, as its documentation and public clients describe it. Commands answer with a form, also
 * refusals, which have the status 200 and entities in their texts. Wrong credentials are answered with a page to sign in.
 */
export function createDirectAdminService({
	host,
	token,
	ip = "192.0.2.30",
	packages = ["shared-starter", "shared-business", "shared-pro"],
	clock = Date.now,
	allowed,
	ownName = host,
	backupMinutes = 25,
	isBroken = false,
}: Options) {
	const accounts = new Map<string, Account>();
	/** Backups by their path below the admin's home directory. A backup grows by a part each minute until it is complete. */
	const backups = new Map<string, { readonly size: number; readonly startedAt: number; readonly minutes: number }>();
	const calls: { readonly name: string; readonly url: string; readonly parameters: Values; readonly as: string }[] = [];
	let links = 0;

	function existing(user: string | undefined): Account {
		const account = accounts.get(user ?? "");
		if (!account) throw new Refusal("Unable to show user", "That user does not exist");
		return account;
	}

	function requirePackage(name: string | undefined): string {
		if (!name || !packages.includes(name))
			throw new Refusal("Error with package", `The package ${name} does not exist`);
		return name;
	}

	function requireStrong(password: string): void {
		if (password.length < 12 || !/\d/.test(password) || !/[A-Z]/.test(password))
			throw new Refusal("Invalid password", "The password must contain a number and an upper case letter");
	}

	function create({
		username = "",
		domain = "",
		package: plan,
		email = "",
		passwd = "",
		passwd2,
		ip: address,
	}: Values) {
		if (!/^[a-z][a-z\d]{1,9}$/.test(username)) throw new Refusal("Cannot Create Account", "Invalid username");
		if (accounts.has(username))
			throw new Refusal("Cannot Create Account", "That username already exists on the system");
		if ([...accounts.values()].some((one) => one.domain === domain))
			throw new Refusal("Cannot Create Account", "That domain already exists");
		if (passwd !== passwd2) throw new Refusal("Cannot Create Account", "Passwords do not match");
		requireStrong(passwd);
		if (address !== ip) throw new Refusal("Cannot Create Account", "You do not own that ip");
		const made = { user: username, domain, package: requirePackage(plan), email, password: passwd };
		accounts.set(username, { ...made, suspendReason: null, usage: {}, certificate: null });
		return {};
	}

	/** Suspends, lifts suspensions and deletes, as its page does. */
	function selectUsers({ select0, suspend, reason = "", delete: remove, confirmed }: Values) {
		const account = existing(select0);
		if (remove === "yes" && confirmed) accounts.delete(account.user);
		if (suspend === "Suspend") account.suspendReason = account.suspendReason === null ? reason : null;
		if (suspend === "Unsuspend") account.suspendReason = null;
		return {};
	}

	const usageOf = ({ usage }: Account) => ({ quota: "0", bandwidth: "0", vdomains: "1", nemails: "0", ...usage });
	const list = (names: readonly string[]) => names.map((name) => ["list[]", name] as [string, string]);

	const commands: Readonly<Record<string, (values: Values, as: string) => Values | [string, string][]>> = {
		LOGIN_TEST: () => ({ text: "Login OK" }),
		SHOW_USERS: () => list([...accounts.keys()]),
		SHOW_RESELLER_IPS: () => list([ip]),
		PACKAGES_USER: () => list(packages),
		SHOW_USER_CONFIG({ user }) {
			const { domain, package: plan, suspendReason } = existing(user);
			return { bandwidth: "unlimited", domain, ip, package: plan, suspended: suspendReason === null ? "no" : "yes" };
		},
		SHOW_USER_USAGE: ({ user }) => usageOf(existing(user)),
		ACCOUNT_USER: create,
		SELECT_USERS: selectUsers,
		MODIFY_USER({ user, action, package: plan }) {
			if (action === "package") existing(user).package = requirePackage(plan);
			return {};
		},
		USER_PASSWD({ username, passwd = "" }) {
			requireStrong(passwd);
			existing(username).password = passwd;
			return {};
		},
		CHANGE_DOMAIN({ old_domain: from, new_domain: to = "" }, as) {
			const account = existing(as);
			if (account.domain !== from) throw new Refusal("Cannot change domain", `You do not own ${from}`);
			if ([...accounts.values()].some((one) => one.domain === to))
				throw new Refusal("Cannot change domain", "That domain already exists");
			account.domain = to;
			return {};
		},
		ADMIN_BACKUP({ action, where, local_path: folder = "", select0 }) {
			if (action !== "create") return [["location", "/home/kikoa/admin_backups"]];
			const { user } = existing(select0);
			if (where !== "local" || !folder.startsWith("/home/kikoa/"))
				throw new Refusal("Cannot create backup", "Invalid path");
			const path = `${folder.replace("/home/kikoa", "")}/user.kikoa.${user}.tar.zst`;
			if (!isBroken) backups.set(path, { size: 400_000_000, startedAt: clock(), minutes: backupMinutes });
			return {};
		},
		// By path, with the facts of each file as a form of its own.
		FILE_MANAGER({ path: folder = "/" }) {
			const files = [...backups].flatMap(([path, { size, startedAt, minutes }]) => {
				const part = Math.floor(Math.min(1, (clock() - startedAt) / 60_000 / minutes) * size);
				return path.startsWith(`${folder}/`) && part > 0
					? [[path, String(new URLSearchParams({ type: "file", size: String(part) }))] as [string, string]]
					: [];
			});
			if (files.length === 0 && folder !== "/") throw new Refusal("Error reading directory", "It does not exist");
			return [["/", String(new URLSearchParams({ type: "directory" }))], ...files];
		},
	};

	/** The server encodes spaces of details as entities. */
	const refusal = ({ text, details }: Refusal) =>
		new URLSearchParams({ error: "1", text, details: details.replaceAll(" ", "&#32") });

	function run(name: string, values: Values, as: string): string {
		try {
			if (allowed && !allowed.includes(name)) throw new Refusal("You do not have permission to run this command");
			const answer = commands[name]?.(values, as);
			if (!answer) throw new Refusal("Unknown command");
			return String(new URLSearchParams(Array.isArray(answer) ? answer : { error: "0", ...answer }));
		} catch (error) {
			if (error instanceof Refusal) return String(refusal(error));
			throw error;
		}
	}

	const app = new Hono<{ Variables: { as: string } }>();
	app.use(async (context, next) => {
		const { hostname, port } = new URL(context.req.url);
		if (hostname !== host || port !== "2222") throw new TypeError(`${hostname}:${port} does not answer`);
		const given = atob((context.req.header("Authorization") ?? "").replace("Basic ", ""));
		const [names = "", secret] = given.split(":");
		const [owner, as = owner] = names.split("|");
		if (owner !== "kikoa" || secret !== token) return context.html("<html><title>DirectAdmin Login</title></html>");
		context.set("as", as ?? "");
		return next();
	});
	app.get("/CMD_API_ALL_USER_USAGE", (context) =>
		context.text(
			[...accounts.values()]
				.map((account) => `${account.user}=${new URLSearchParams({ default: account.domain, ...usageOf(account) })}\n`)
				.join(""),
		),
	);
	app.all("/:name{CMD_API_.+}", async (context) => {
		const isPost = context.req.method === "POST";
		const parameters = (isPost ? await context.req.parseBody() : context.req.query()) as Record<string, string>;
		const name = context.req.param("name").replace("CMD_API_", "");
		calls.push({ name, url: context.req.url, parameters, as: context.get("as") });
		return context.text(run(name, parameters, context.get("as")));
	});
	app.post("/api/login-keys/urls", async (context) => {
		const { currentPassword, expires } = await context.req.json();
		const account = accounts.get(context.get("as"));
		if (!account || currentPassword !== token) return context.json({ type: "FORBIDDEN" }, 403);
		links += 1;
		return context.json({ url: `https://${ownName}:2222/api/login/url?key=${account.user}-${links}`, expires });
	});
	app.get("/api/domain-tls/:domain/certs", (context) => {
		const certificate = accounts.get(context.get("as"))?.certificate;
		const certs = certificate
			? [
					{
						selfSigned: certificate.selfSigned,
						certificate: { dnsNames: certificate.dnsNames, notAfter: new Date(certificate.notAfter).toISOString() },
					},
				]
			: [];
		return context.json({ certIds: [], certs, missingDNSNames: [] });
	});

	const faults = createFaults((request) => app.fetch(request));

	return {
		host,
		accounts,
		backups,
		calls,
		called: () => calls.map(({ name }) => name),
		fetch: faults.fetch,
		finishLate: faults.finishLate,
		/** The next call of the command meets the fault. */
		fault: (fault: Fault, name: string) =>
			faults.plan(fault, ({ url }) => new URL(url).pathname === `/CMD_API_${name}`),
		/** Installs a certificate for the account's domain, as the server's ACME client does. */
		certify(user: string, { selfSigned = false, days = 90 } = {}) {
			const account = existing(user);
			account.certificate = { dnsNames: [account.domain], selfSigned, notAfter: clock() + days * 86_400_000 };
		},
	};
}
