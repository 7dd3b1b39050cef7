import { createDatabase } from "~/db/client.server";
import { type Accounts, createAccounts } from "~/features/accounts/accounts.server";
import { createKnownDevices, type KnownDevices } from "~/features/accounts/known-devices";
import { createProofs, usualProofBits } from "~/features/accounts/proofs";
import { createSecurityLog, type SecurityLog } from "~/features/accounts/security-log.server";
import { createSessions, type Sessions } from "~/features/accounts/sessions.server";
import { type Archive, createArchive } from "~/features/archive/archive.server";
import { type Cart, createCart } from "~/features/cart/cart.server";
import { createPromos } from "~/features/cart/promo.server";
import { createRenewalLookup } from "~/features/cart/renewal-lookup.server";
import { createDns, type Dns } from "~/features/dns/dns.server";
import { createDomains, type Domains } from "~/features/domains/domains.server";
import { createLookupLimits, type LookupLimits } from "~/features/domains/lookup-limits.server";
import { createDomainManagement, type DomainManagement } from "~/features/domains/manage.server";
import { createRegistrations } from "~/features/domains/registrations.server";
import { createEmails } from "~/features/email/email.server";
import { createHealth, type Health } from "~/features/health/health.server";
import { createPanelAccess, type PanelAccess } from "~/features/hosting/panel-access.server";
import { createPlanDomains, type PlanDomains } from "~/features/hosting/plan-domain.server";
import { createHostingUsage, type HostingUsage } from "~/features/hosting/usage.server";
import { createOrders, type Orders } from "~/features/orders/orders.server";
import { createPlanChanges, type PlanChanges } from "~/features/orders/plan-changes.server";
import { createHandlers } from "~/features/outbox/handlers.server";
import { createOutbox, type Outbox } from "~/features/outbox/outbox.server";
import { createPasskeys, type Passkeys } from "~/features/passkeys/passkeys.server";
import { createPayments, type Payments } from "~/features/payments/payments.server";
import { type AccountServices, createAccountServices } from "~/features/portal/account-services.server";
import { createPortal, type Portal } from "~/features/portal/portal.server";
import { createTeam, type Team } from "~/features/projects/team.server";
import { createRenewals, type Renewals } from "~/features/renewals/renewals.server";
import { createSupport, type Support } from "~/features/support/support.server";
import { createSecondStep } from "~/features/two-factor/second-step.server";
import { createUpkeep, type Upkeep } from "~/features/upkeep/upkeep.server";
import { hmacSha256Hex } from "~/lib/hmac";
import { randomToken } from "~/lib/ids";
import { createSealer } from "~/lib/seal";
import { type Config, configOf, hasLocalInbox, secretsOf } from "~/platform/config";
import type { Inbox } from "~/platform/mailer/inbox.server";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { createSandbox } from "~/platform/payment/sandbox/sandbox";
import type { SandboxCustomer } from "~/platform/payment/sandbox/sandbox-customer";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { withCacheInvalidation } from "~/platform/registrar/cache-invalidation";
import { brand } from "./brand";
import { createPorts, type Ports } from "./ports.server";

/** All use-cases. Created once for each request, queue message and cron run. */
export interface Services
	extends Portal,
		AccountServices,
		Pick<Ports, "clock" | "db" | "mailer" | "panelSessions" | "passwords" | "registrar"> {
	readonly accounts: Accounts;
	readonly archive: Archive;
	readonly cart: Cart;
	readonly config: Config;
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly domains: Domains;
	readonly health: Health;
	readonly hostingUsage: HostingUsage;
	/** The local inbox. Null where emails are really sent. */
	readonly inbox: Inbox | null;
	readonly lookupLimits: LookupLimits;
	/** Which devices have signed in to which account before. */
	readonly knownDevices: KnownDevices;
	readonly orders: Orders;
	readonly outbox: Outbox;
	readonly panelAccess: PanelAccess;
	readonly passkeys: Passkeys;
	readonly payments: Payments;
	readonly planChanges: PlanChanges;
	readonly planDomains: PlanDomains;
	readonly rateLimiter: RateLimiter;
	readonly renewals: Renewals;
	/** Plays the customer's phone and card form. Null if payments are real. */
	readonly sandbox: SandboxCustomer | null;
	readonly securityLog: SecurityLog;
	readonly sessions: Sessions;
	readonly support: Support;
	/** Staff actions. Has no permission checks, so callers must check who is asking. */
	readonly team: Team;
	/** `team` for development. Null where emails are really sent. */
	readonly teamStandIn: Team | null;
	readonly upkeep: Upkeep;
	/** Keeps the Worker alive for work after the response. */
	waitUntil(work: Promise<unknown>): void;
}

/** The customer's database, and replacements for tests. Payment providers are not ports, because the sandbox needs the payments service. */
export type Overrides = Partial<
	Ports & { readonly paymentProviders: readonly [PaymentProvider, ...PaymentProvider[]]; readonly proofBits: number }
>;

/** The composition root: creates the services from the Worker's bindings. @throws ConfigError */
export function createServices(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void,
	overrides: Overrides = {},
): Services {
	const config = configOf(env);
	const { APP_ORIGIN: appOrigin, TOKEN_SECRET: tokenSecret } = config;
	const ports = createPorts(env, config, waitUntil, overrides);
	const { clock, db, mailer, passwords } = ports;
	const registrar = withCacheInvalidation(ports.registrar, [ports.answerCache, ports.registrationCache]);
	// With its own database handle, because it counts while the page streams and the page doesn't wait for it.
	const lookupLimits = createLookupLimits({
		rateLimiter: createD1RateLimiter({ db: createDatabase(env.DB), clock }),
	});
	const domains = createDomains({ registrar, cache: ports.answerCache, clock, waitUntil });
	const outbox = createOutbox({
		db,
		clock,
		queues: ports.queues,
		waitUntil,
		handlers: () => handlers,
	});
	db.onCommitted(outbox.send);
	const rateLimiter = createD1RateLimiter({ db, clock });
	const sealers = {
		cards: createSealer(secretsOf(config), "payment-cards"),
		passkeys: createSealer(secretsOf(config), "passkeys"),
		twoFactor: createSealer(secretsOf(config), "two-factor"),
	};
	const knownDevices = createKnownDevices(secretsOf(config), randomToken);
	const securityLog = createSecurityLog({ db, clock, knownDevices, waitUntil });
	const sessions = createSessions({ db, clock, appOrigin, securityLog });
	const secondStep = createSecondStep({
		db,
		clock,
		sealer: sealers.twoFactor,
		rateLimiter,
		knownDevices,
		sessions,
		securityLog,
	});
	const registrations = createRegistrations(db);
	const portal = createPortal({
		db,
		clock,
		rateLimiter,
		registrations,
		registrar,
		store: ports.fileStore,
		panel: ports.hostingPanel,
	});
	const passkeys = createPasskeys({
		db,
		clock,
		sealer: sealers.passkeys,
		sessions,
		securityLog,
		rateLimiter,
		appOrigin,
	});
	const accounts = createAccounts({
		db,
		clock,
		passwords,
		breachedPasswords: ports.breachedPasswords,
		rateLimiter,
		knownDevices,
		proofs: createProofs({
			secret: tokenSecret,
			clock,
			random: randomToken,
			bits: overrides.proofBits ?? usualProofBits,
		}),
		sessions,
		securityLog,
		secondStep,
		passkeys,
		tokens: ports.tokens,
		appOrigin,
		tokenSecret,
		brandName: brand.name,
	});
	const promos = createPromos({ db, clock });
	const renewalLookup = createRenewalLookup({ db, clock, registrar, cache: ports.registrationCache, waitUntil });
	const cart = createCart({
		promos,
		checkDomains: (names, asker) => domains.check(names, { fresh: true, asker }),
		renewals: renewalLookup,
	});
	const orders = createOrders({
		rateLimiter,
		db,
		clock,
		cart,
		promos,
		registrations,
		registrar,
		hosting: ports.hostingPanel,
	});
	const sandbox = createSandbox({
		db,
		clock,
		appOrigin,
		secret: hmacSha256Hex(tokenSecret, new TextEncoder().encode("sandbox webhook")),
		deliver: (token, raw, headers) => payments.handleWebhook("sandbox", token, raw, headers),
	});
	const payments: Payments = createPayments({
		db,
		clock,
		sealer: sealers.cards,
		orders,
		providers: overrides.paymentProviders ?? [sandbox.provider],
		appOrigin,
		waitUntil,
	});
	const domainManagement = createDomainManagement({ rateLimiter, db, clock, registrations, registrar });
	const dns = createDns({ db, clock, rateLimiter, registrations, host: ports.dnsHost, registrar });
	const renewals = createRenewals({
		db,
		clock,
		cart,
		orders,
		payments,
		registrations,
		registrar,
		lookup: renewalLookup,
	});
	const team = createTeam({ db, clock });
	const emails = createEmails({
		db,
		clock,
		accounts,
		renewals: renewals.charges,
		mailer,
		appOrigin,
		hasTeamApi: config.TEAM_API_TOKEN !== undefined,
		from: config.MAIL_FROM,
		replyTo: brand.emails.support,
		tokenSecret,
	});
	const archive = createArchive({ db, clock, store: ports.fileStore });
	const accountServices = createAccountServices({
		db,
		clock,
		accounts,
		archive,
		files: portal.projects.files,
		passwords,
		breachedPasswords: ports.breachedPasswords,
		rateLimiter,
		sealers,
		secondStep,
		sessions,
		securityLog,
		brandName: brand.name,
		tokenSecret,
	});
	const planDomains = createPlanDomains({
		db,
		clock,
		panel: ports.hostingPanel,
		lookup: ports.dnsLookup,
		rateLimiter,
		secret: tokenSecret,
	});
	const handlers = createHandlers({
		archive,
		closing: accountServices.closing,
		dns,
		domainManagement,
		hosting: portal.hosting,
		emails,
		orders,
		payments,
		planDomains,
		renewals,
	});
	return {
		...portal,
		...accountServices,
		accounts,
		archive,
		cart,
		config,
		clock,
		db,
		dns,
		domainManagement,
		domains,
		health: createHealth({
			clock,
			outboxHealth: outbox.health,
			probes: [
				{ name: "Database", probe: () => env.DB.prepare("select 1").first() },
				{ name: "Token store", probe: () => env.TOKENS.get("health") },
				{ name: "File store", probe: () => env.FILES.head("health") },
			],
		}),
		hostingUsage: createHostingUsage({ db, clock, panel: ports.hostingPanel }),
		inbox: hasLocalInbox(config) ? ports.inbox : null,
		knownDevices,
		lookupLimits,
		mailer,
		orders,
		outbox,
		panelAccess: createPanelAccess({
			db,
			clock,
			panel: ports.hostingPanel,
			breachedPasswords: ports.breachedPasswords,
			rateLimiter,
			brandName: brand.name,
		}),
		panelSessions: ports.panelSessions,
		passkeys,
		passwords,
		payments,
		planDomains,
		planChanges: createPlanChanges({ db, clock, rateLimiter }),
		rateLimiter,
		registrar,
		renewals,
		sandbox: config.PAYMENTS === "sandbox" ? sandbox.customer : null,
		securityLog,
		sessions,
		support: createSupport({ db, clock, rateLimiter, secret: tokenSecret }),
		team,
		teamStandIn: hasLocalInbox(config) ? team : null,
		upkeep: createUpkeep({ db, clock }),
		waitUntil,
	};
}
