import { brand } from "./brand";
import { createDatabase, type Database } from "./db/client.server";
import { type Accounts, createAccounts } from "./features/accounts/accounts.server";
import { type Confirmation, createConfirmation } from "./features/accounts/confirmation.server";
import { createEmailChange, type EmailChange } from "./features/accounts/email-change.server";
import { createOwnPassword } from "./features/accounts/own-password.server";
import { createSessions, type Sessions } from "./features/accounts/sessions.server";
import { type AccountSettings, createAccountSettings } from "./features/accounts/settings.server";
import { type Cart, createCart } from "./features/cart/cart.server";
import { createPromos } from "./features/cart/promo.server";
import { type Closing, createClosing } from "./features/closing/closing.server";
import { createDataExport, type DataExport } from "./features/data-export/data-export.server";
import { createDns, type Dns } from "./features/dns/dns.server";
import { createDomains, type Domains } from "./features/domains/domains.server";
import { createDomainManagement, type DomainManagement } from "./features/domains/manage.server";
import { done } from "./features/effects/effects";
import { createOutbox, type EffectHandler, type Outbox } from "./features/effects/effects.server";
import { createHealth, type Health } from "./features/health/health.server";
import { mailKinds } from "./features/mail/mail";
import { createMail } from "./features/mail/mail.server";
import {
	createNotificationPreferences,
	type NotificationPreferences,
} from "./features/notifications/preferences.server";
import { createOrders, type Orders } from "./features/orders/orders.server";
import { createPasskeys, type Passkeys } from "./features/passkeys/passkeys.server";
import { createPayments, type Payments } from "./features/payments/payments.server";
import { createPortal, type Portal } from "./features/portal/portal.server";
import { createSupport, type Support } from "./features/support/support.server";
import { createSecondStep } from "./features/two-factor/second-step.server";
import { createTwoFactor, type TwoFactor } from "./features/two-factor/two-factor.server";
import { createUpkeep, type Upkeep } from "./features/upkeep/upkeep.server";
import { hmacSha256Hex } from "./lib/hmac";
import { createSealer } from "./lib/seal";
import type { AnswerCache } from "./platform/answer-cache/answer-cache";
import { createEdgeCache } from "./platform/answer-cache/edge";
import { type Clock, systemClock } from "./platform/clock";
import { type Config, keepsMails, readConfig } from "./platform/config";
import type { DnsHost } from "./platform/dns/dns-host";
import { createSandboxDns } from "./platform/dns/sandbox";
import { createDohLookup } from "./platform/dns-lookup/doh";
import type { FileStore } from "./platform/files/file-store";
import { createR2FileStore } from "./platform/files/r2";
import { createSandboxPanel } from "./platform/hosting/sandbox-panel";
import { chooseMailer } from "./platform/mailer/choose-mailer";
import { createInbox, type Inbox } from "./platform/mailer/inbox.server";
import type { Mailer } from "./platform/mailer/mailer";
import { createArgon2idHasher } from "./platform/password/argon2id";
import type { PasswordHasher } from "./platform/password/password";
import { loadArgon2id } from "./platform/password/wasm.workers";
import type { PaymentProvider } from "./platform/payment/payment-provider";
import { createSandbox } from "./platform/payment/sandbox/sandbox";
import type { SandboxDesk } from "./platform/payment/sandbox/sandbox-desk";
import { cloudflareQueues } from "./platform/queues/cloudflare";
import type { QueueMessage, Queues } from "./platform/queues/queues";
import { createD1RateLimiter } from "./platform/rate-limit/d1-rate-limiter.server";
import type { RateLimiter } from "./platform/rate-limit/rate-limit";
import { forgettingAnswers } from "./platform/registrar/forgetful";
import { createRdapRegistrar } from "./platform/registrar/rdap";
import { rdapServers } from "./platform/registrar/rdap-servers";
import type { Registrar } from "./platform/registrar/registrar";
import { createSandboxRegistrar } from "./platform/registrar/sandbox";
import { createServerHealth } from "./platform/registrar/server-health";
import { createKvTokenStore } from "./platform/token-store/kv-token-store.server";
import type { TokenStore } from "./platform/token-store/token-store";

/** Everything a request, a queue message or a cron run may do; built once for each of them. */
export interface Services extends Portal {
	readonly accounts: Accounts;
	readonly accountSettings: AccountSettings;
	readonly cart: Cart;
	readonly config: Config;
	readonly confirmation: Confirmation;
	readonly clock: Clock;
	readonly db: Database;
	/** Sends committed outbox rows to their queues, after the answer. */
	dispatch(ids: readonly string[]): void;
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly domains: Domains;
	readonly health: Health;
	/** The mails kept on this machine; null wherever mails are really sent. */
	readonly inbox: Inbox | null;
	readonly mailer: Mailer;
	readonly notificationPreferences: NotificationPreferences;
	readonly orders: Orders;
	readonly outbox: Outbox;
	readonly passwords: PasswordHasher;
	readonly payments: Payments;
	readonly rateLimiter: RateLimiter;
	readonly registrar: Registrar;
	/** The customer's phone and card form; null where payments are real. */
	readonly sandbox: SandboxDesk | null;
	readonly closing: Closing;
	readonly dataExport: DataExport;
	readonly emailChange: EmailChange;
	readonly sessions: Sessions;
	readonly support: Support;
	readonly passkeys: Passkeys;
	readonly twoFactor: TwoFactor;
	readonly upkeep: Upkeep;
	/** Lets work go on after the answer was sent. */
	waitUntil(work: Promise<unknown>): void;
}

/** The ports that tests replace. */
export interface Ports {
	readonly answerCache: AnswerCache;
	readonly clock: Clock;
	readonly db: Database;
	readonly fileStore: FileStore;
	readonly mailer: Mailer;
	readonly passwords: PasswordHasher;
	readonly paymentProvider: PaymentProvider;
	readonly queues: Queues;
	readonly dnsHost: DnsHost;
	readonly registrar: Registrar;
	readonly tokens: TokenStore;
}

/** The composition root: bindings in, services out. @throws ConfigError */
export function createServices(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void,
	overrides: Partial<Ports> = {},
): Services {
	const config = readConfig(env as unknown as Record<string, unknown>);
	const clock = overrides.clock ?? systemClock;
	const db = overrides.db ?? createDatabase(env.DB);
	const passwords = overrides.passwords ?? createArgon2idHasher({ load: loadArgon2id, peppers: peppersOf(config) });
	const queues =
		overrides.queues ??
		cloudflareQueues({
			mail: env.MAIL_QUEUE as Queue<QueueMessage>,
			provisioning: env.PROVISIONING_QUEUE as Queue<QueueMessage>,
		});
	const answers = overrides.answerCache ?? createEdgeCache(caches, config.REGISTRAR);
	const registrar = forgettingAnswers(overrides.registrar ?? createRegistrar(env, config, clock), answers);
	const domains = createDomains({ registrar, cache: answers, clock, waitUntil });
	const inbox = createInbox({ db, clock });
	const mailer = overrides.mailer ?? chooseMailer(config, { email: env.EMAIL, inbox });
	// Looked up when a row is delivered: what an effect does may itself enqueue effects.
	const outbox = createOutbox({ db, clock, queues, waitUntil, handlerOf: (kind) => handlers.get(kind) });
	const { dispatch } = outbox;
	const rateLimiter = createD1RateLimiter({ db, clock });
	const sessions = createSessions({ db, clock, appOrigin: config.APP_ORIGIN });
	const secrets: readonly [string, ...string[]] = config.TOKEN_SECRET_PREVIOUS
		? [config.TOKEN_SECRET, config.TOKEN_SECRET_PREVIOUS]
		: [config.TOKEN_SECRET];
	const twoFactorSealer = createSealer(secrets, "two-factor");
	const secondStep = createSecondStep({ db, clock, sealer: twoFactorSealer, rateLimiter, sessions, dispatch });
	const accounts = createAccounts({
		db,
		clock,
		passwords,
		rateLimiter,
		sessions,
		secondStep,
		tokens: overrides.tokens ?? createKvTokenStore({ kv: env.TOKENS, clock }),
		dispatch,
		appOrigin: config.APP_ORIGIN,
		tokenSecret: config.TOKEN_SECRET,
		brandName: brand.name,
	});
	const ownPassword = createOwnPassword({ accounts, passwords, rateLimiter });
	const promos = createPromos({ db, clock });
	const cart = createCart({
		promos,
		checkDomains: (names) => domains.check(names, { fresh: true }),
	});
	const orders = createOrders({ db, clock, cart, promos, dispatch, registrar, hosting: createSandboxPanel() });
	const sandbox = createSandbox({
		db,
		clock,
		appOrigin: config.APP_ORIGIN,
		secret: hmacSha256Hex(config.TOKEN_SECRET, new TextEncoder().encode("sandbox webhook")),
		deliver: (token, raw, headers) => payments.handleWebhook("sandbox", token, raw, headers),
	});
	const payments: Payments = createPayments({
		db,
		clock,
		orders,
		provider: overrides.paymentProvider ?? sandbox.provider,
		appOrigin: config.APP_ORIGIN,
		dispatch,
		waitUntil,
	});
	const mail = createMail({
		db,
		clock,
		accounts,
		mailer,
		appOrigin: config.APP_ORIGIN,
		from: config.MAIL_FROM,
		replyTo: brand.emails.support,
		tokenSecret: config.TOKEN_SECRET,
	});
	const handlers: ReadonlyMap<string, EffectHandler> = new Map<string, EffectHandler>([
		...mailKinds.map((kind) => [kind, mail.deliver] as const),
		[
			"dns.publish",
			async ({ payload }) =>
				(await dns.publish(String(payload.domainId))) === "published"
					? done
					: { state: "failed", reason: "The zone was changed meanwhile" },
		],
		[
			"domain.sync",
			async ({ payload }) => {
				const synced = await domainManagement.sync(String(payload.domainId));
				if (synced === "done") return done;
				if (synced === "by_hand") return { state: "refused", reason: "To be done by hand at the registrar" };
				return { state: "postponed", reason: "The registry is still at it", until: synced.until };
			},
		],
		["job.run", ({ payload }) => orders.runJob(String(payload.jobId)).then(() => done)],
		["payment.check", ({ payload }) => payments.check(String(payload.paymentId)).then(() => done)],
	]);
	const portal = createPortal({ db, clock, registrar, store: overrides.fileStore ?? createR2FileStore(env.FILES) });
	// The stand-in keeps its books in a database handle of its own: what it reads is no round trip of ours.
	const nameservers = overrides.dnsHost ?? createSandboxDns({ db: createDatabase(env.DB), clock });
	const domainManagement = createDomainManagement({ db, clock, activity: portal.activity, registrar, dispatch });
	const dns = createDns({ db, clock, activity: portal.activity, host: nameservers, dispatch });
	return {
		accounts,
		accountSettings: createAccountSettings({
			db,
			clock,
			passwords,
			ownPassword,
			activity: portal.activity,
			dispatch,
			brandName: brand.name,
		}),
		cart,
		config,
		confirmation: createConfirmation({ ownPassword, sessions }),
		clock,
		db,
		dispatch,
		dns,
		domainManagement,
		domains,
		health: createHealth({
			clock,
			effects: () => outbox.health(),
			probes: [
				{ name: "Database", probe: () => env.DB.prepare("select 1").first() },
				{ name: "Token store", probe: () => env.TOKENS.get("health") },
				{ name: "File store", probe: () => env.FILES.head("health") },
			],
		}),
		inbox: keepsMails(config) ? inbox : null,
		mailer,
		notificationPreferences: createNotificationPreferences({
			db,
			clock,
			activity: portal.activity,
			tokenSecret: config.TOKEN_SECRET,
		}),
		orders,
		outbox,
		passwords,
		payments,
		rateLimiter,
		registrar,
		sandbox: config.PAYMENTS === "sandbox" ? sandbox.desk : null,
		sessions,
		...portal,
		closing: createClosing({ db, clock, activity: portal.activity, dispatch }),
		dataExport: createDataExport({
			db,
			clock,
			activity: portal.activity,
			rateLimiter,
			files: portal.projects.files,
			name: brand.name,
		}),
		emailChange: createEmailChange({
			db,
			clock,
			activity: portal.activity,
			links: accounts.links,
			rateLimiter,
			dispatch,
		}),
		support: createSupport({
			db,
			clock,
			rateLimiter,
			activity: portal.activity,
			dispatch,
			secret: config.TOKEN_SECRET,
		}),
		passkeys: createPasskeys({
			db,
			clock,
			activity: portal.activity,
			sealer: createSealer(secrets, "passkeys"),
			sessions,
			rateLimiter,
			dispatch,
			appOrigin: config.APP_ORIGIN,
		}),
		twoFactor: createTwoFactor({
			db,
			clock,
			activity: portal.activity,
			sealer: twoFactorSealer,
			dispatch,
			issuer: brand.name,
		}),
		upkeep: createUpkeep({ db, clock }),
		waitUntil,
	};
}

/** What this isolate has learned of the registries' servers: they count by address, not by request. */
const registries = createServerHealth(systemClock);

function createRegistrar(env: Env, config: Config, clock: Clock): Registrar {
	if (config.REGISTRAR === "rdap") {
		const ask = (url: string, init: RequestInit) => fetch(url, init);
		const servers = rdapServers(config.RDAP_OVERRIDES);
		return createRdapRegistrar({ fetch: ask, dns: createDohLookup(ask), servers, health: registries, clock });
	}
	// The stand-in keeps its books in a database handle of its own: what it reads is no round trip of ours.
	const patient = config.ENVIRONMENT === "test" ? { wait: async () => {} } : {};
	return createSandboxRegistrar({ db: createDatabase(env.DB), clock, ...patient });
}

/** Today's pepper first. */
const peppersOf = ({ PASSWORD_PEPPER, PASSWORD_PEPPER_PREVIOUS }: Config): [string, ...string[]] =>
	PASSWORD_PEPPER_PREVIOUS ? [PASSWORD_PEPPER, PASSWORD_PEPPER_PREVIOUS] : [PASSWORD_PEPPER];
