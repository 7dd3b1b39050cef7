import { createDatabase } from "~/db/client.server";
import { type Accounts, createAccounts } from "~/features/accounts/accounts.server";
import { type Attempts, createAttempts } from "~/features/accounts/attempts.server";
import { createKnownDevices, type KnownDevices } from "~/features/accounts/known-devices";
import { createLinks, type Links } from "~/features/accounts/links.server";
import type { PasswordCheck } from "~/features/accounts/password-check.server";
import { createProofs, usualProofBits } from "~/features/accounts/proofs";
import { createSecurityLog, type SecurityLog } from "~/features/accounts/security-log.server";
import { createSessions, type Sessions } from "~/features/accounts/sessions.server";
import { type Addons, createAddons } from "~/features/addons/addons.server";
import { type Archive, createArchive } from "~/features/archive/archive.server";
import { type BillingDesk, createBillingDesk } from "~/features/billing-desk/billing-desk.server";
import { type BillingEmails, createBillingEmails } from "~/features/billing-details/billing-emails.server";
import { type BulkActions, createBulkActions } from "~/features/bulk-actions/bulk-actions.server";
import { type Cart, createCart } from "~/features/cart/cart.server";
import { type CartCodes, createCartCodes } from "~/features/cart/cart-codes.server";
import { createDomainSetup, type DomainSetup } from "~/features/cart/domain-setup.server";
import { createPromos } from "~/features/cart/promo.server";
import { createRenewalLookup } from "~/features/cart/renewal-lookup.server";
import { type CatalogDesk, createCatalogDesk } from "~/features/catalog-desk/catalog-desk.server";
import { createPromosDesk, type PromosDesk } from "~/features/catalog-desk/promos-desk.server";
import { type CustomerActions, createCustomerActions } from "~/features/customers/customer-actions.server";
import { type Customers, createCustomers } from "~/features/customers/customers.server";
import { type CustomerMerge, createCustomerMerge } from "~/features/customers/merge.server";
import { createDeskSearch, type DeskSearch } from "~/features/desk/desk-search.server";
import { createToday, type Today } from "~/features/desk/today.server";
import { createZoneComparison, type ZoneComparison } from "~/features/dns/compare-zones.server";
import { createDns, type Dns } from "~/features/dns/dns.server";
import { createZoneMoves, type ZoneMoves } from "~/features/dns/zone-moves.server";
import {
	createRegistrationComparison,
	type RegistrationComparison,
} from "~/features/domains/compare-registrations.server";
import { createDomains, type Domains } from "~/features/domains/domains.server";
import { createLookupLimits, type LookupLimits } from "~/features/domains/lookup-limits.server";
import { createDomainManagement, type DomainManagement } from "~/features/domains/manage.server";
import { createPushes, type Pushes } from "~/features/domains/pushes.server";
import { createRegistrantChecks, type RegistrantChecks } from "~/features/domains/registrant-checks.server";
import { createRegistrations, type Registrations } from "~/features/domains/registrations.server";
import { createEmails, type Emails } from "~/features/email/email.server";
import { createSentEmails, type SentEmails } from "~/features/email/sent-emails.server";
import { createUndeliverable, type Undeliverable } from "~/features/email/undeliverable.server";
import { createEmailDesk, type EmailDesk } from "~/features/email-desk/email-desk.server";
import { createFiscal, type Fiscal } from "~/features/fiscal/fiscal.server";
import { createHealth, type Health } from "~/features/health/health.server";
import type { HealthPart } from "~/features/health/health-part";
import { createTaskRuns, type TaskRuns } from "~/features/health/task-runs.server";
import { createUptime, type Uptime } from "~/features/health/uptime.server";
import type { Help } from "~/features/help/help";
import { createHelp, type HelpReader, publishedHelp } from "~/features/help/help.server";
import { createHelpDesk, type HelpDesk } from "~/features/help-desk/help-desk.server";
import { createPanelAccess, type PanelAccess } from "~/features/hosting/panel-access.server";
import { createPlanDomains, type PlanDomains } from "~/features/hosting/plan-domain.server";
import { createHostingUsage, type HostingUsage } from "~/features/hosting/usage.server";
import { createMembers, type Members } from "~/features/members/members.server";
import { type CheckoutDrafts, createCheckoutDrafts } from "~/features/orders/checkout-draft.server";
import { createJobFiles, type JobFiles } from "~/features/orders/job-files.server";
import { createOrders, type Orders } from "~/features/orders/orders.server";
import { createPlanChanges, type PlanChanges } from "~/features/orders/plan-changes.server";
import type { UnfinishedJobs } from "~/features/orders/unfinished-jobs.server";
import { createDeadLetterChanges, createHandlers } from "~/features/outbox/handlers.server";
import { createOutbox, type Outbox } from "~/features/outbox/outbox.server";
import { createPasskeys, type Passkeys } from "~/features/passkeys/passkeys.server";
import { createPayments, type Payments } from "~/features/payments/payments.server";
import { type AccountServices, accountServices } from "~/features/portal/account-services.server";
import { type Portal, portalServices } from "~/features/portal/portal.server";
import { createProblems, type Problems } from "~/features/problems/problems.server";
import { createProjectsDesk, type ProjectsDesk } from "~/features/projects/projects-desk.server";
import { createProposals, type Proposals } from "~/features/proposals/proposals.server";
import { createPageStore, type PageStore } from "~/features/publishing/page-store.server";
import type { Published } from "~/features/publishing/published.server";
import { createRefunds, type Refunds } from "~/features/refunds/refunds.server";
import {
	createRegistrarAccounts,
	type RegistrarAccounts,
} from "~/features/registrar-accounts/registrar-accounts.server";
import { createRenewals, type Renewals } from "~/features/renewals/renewals.server";
import { createReports, type Reports } from "~/features/reports/reports.server";
import { createSavedViews, type SavedViews } from "~/features/saved-views/saved-views.server";
import { changeRows } from "~/features/services-desk/change-rows.server";
import { createDomainsDesk, type DomainsDesk } from "~/features/services-desk/domains-desk.server";
import { createOrdersDesk, type OrdersDesk } from "~/features/services-desk/orders-desk.server";
import { createPlansDesk, type PlansDesk } from "~/features/services-desk/plans-desk.server";
import { createStaff, type Staff } from "~/features/staff/staff.server";
import { createRecordOnly, type RecordOnly } from "~/features/staff-orders/record-only.server";
import { createStaffOrders, type StaffOrders } from "~/features/staff-orders/staff-orders.server";
import { publishedStock } from "~/features/stock/published-stock.server";
import type { SoldOut } from "~/features/stock/stock";
import { createStock, type Stock } from "~/features/stock/stock.server";
import { createSupport, type Support } from "~/features/support/support.server";
import { type CannedReplies, createCannedReplies } from "~/features/tickets/canned-replies.server";
import { createDepartments, type Departments } from "~/features/tickets/departments.server";
import { createEmailIn, type EmailIn } from "~/features/tickets/email-in.server";
import { createTicketFiles, type TicketFiles } from "~/features/tickets/ticket-files.server";
import { createTicketRatings, type TicketRatings } from "~/features/tickets/ticket-ratings.server";
import { createTickets, type Tickets } from "~/features/tickets/tickets.server";
import { createTicketsDesk, type TicketsDesk } from "~/features/tickets/tickets-desk.server";
import { type CustomerSecondStep, customerCodes } from "~/features/two-factor/customer-codes.server";
import { createSecondStep } from "~/features/two-factor/second-step.server";
import { createUpkeep, type Upkeep } from "~/features/upkeep/upkeep.server";
import { hmacSha256Hex } from "~/lib/hmac";
import { randomToken } from "~/lib/ids";
import { lazy } from "~/lib/lazy";
import { createSealer, type Sealer } from "~/lib/seal";
import { type Config, configOf, hasLocalInbox, secretsOf } from "~/platform/config";
import type { Inbox } from "~/platform/mailer/inbox.server";
import { type LocalMetrics, localMetrics } from "~/platform/metrics/local-metrics";
import { readStatement } from "~/platform/payment/bank/statement";
import { choosePaymentProviders } from "~/platform/payment/choose-payment-providers";
import type { PaymentProvider } from "~/platform/payment/payment-provider";
import { createSandbox } from "~/platform/payment/sandbox/sandbox";
import type { SandboxCustomer } from "~/platform/payment/sandbox/sandbox-customer";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { withCacheInvalidation } from "~/platform/registrar/cache-invalidation";
import type { VisitCounts } from "~/platform/visit-counts/visit-counts";
import { brand } from "./brand";
import { createHealthParts } from "./health-parts.server";
import { createPorts, type Ports } from "./ports.server";
import { taskFunctions } from "./scheduled-tasks.server";

/** All use-cases of a request, a queue message or a cron run. */
export interface Services
	extends Portal,
		AccountServices,
		Pick<Ports, "catalogStore" | "clock" | "db" | "mailer" | "panelSessions" | "passwords" | "registrar"> {
	readonly accounts: Accounts;
	readonly addons: Addons;
	readonly archive: Archive;
	/** Money, for the desk. Each change checks the session of staff, its permission and its limit. */
	readonly billingDesk: BillingDesk;
	readonly billingEmails: BillingEmails;
	/** For the desk, as `customers`, and for the queue. */
	readonly bulkActions: BulkActions;
	readonly cannedReplies: CannedReplies;
	readonly cart: Cart;
	readonly cartCodes: CartCodes;
	/** For the desk, as `customers`. */
	readonly catalogDesk: CatalogDesk;
	readonly checkoutDrafts: CheckoutDrafts;
	readonly config: Config;
	/** For the desk. Each statement checks the session of staff and its permission. */
	readonly customers: Customers;
	/** For the desk, as `customers`. */
	readonly customerActions: CustomerActions;
	readonly customerMerge: CustomerMerge;
	readonly deskSearch: DeskSearch;
	readonly dns: Dns;
	readonly domainManagement: DomainManagement;
	readonly domainSetup: DomainSetup;
	/** For the desk, as `customers`. */
	readonly domainsDesk: DomainsDesk;
	/** For the desk, as `customers`. */
	readonly emailDesk: EmailDesk;
	readonly ordersDesk: OrdersDesk;
	readonly domains: Domains;
	/** Staff actions. Has no permission checks, so callers must check who is asking. */
	readonly fiscal: Fiscal;
	readonly health: Health;
	readonly help: HelpReader;
	/** For the desk, as `customers`. */
	readonly helpDesk: HelpDesk;
	/** The pages of the help. */
	readonly helpPageStore: PageStore;
	readonly hostingUsage: HostingUsage;
	/** The local inbox. Null where emails are really sent. */
	readonly inbox: Inbox | null;
	/** Metrics of this machine. Null where they are really sent. */
	readonly localMetrics: LocalMetrics | null;
	readonly lookupLimits: LookupLimits;
	/** Which devices have signed in to which account before. */
	readonly knownDevices: KnownDevices;
	readonly orders: Orders;
	readonly outbox: Outbox;
	readonly panelAccess: PanelAccess;
	readonly passkeys: Passkeys;
	readonly payments: Payments;
	readonly planChanges: PlanChanges;
	/** For the desk, as `customers`. */
	readonly plansDesk: PlansDesk;
	readonly planDomains: PlanDomains;
	/** What needs a person. Has no permission checks, so callers must check who is asking. */
	readonly problems: Problems;
	/** For the desk, like `billingDesk`. */
	readonly projectsDesk: ProjectsDesk;
	readonly proposals: Proposals;
	/** The static pages with published prices. */
	readonly pricePageStore: PageStore;
	/** For the desk, as `customers`. */
	readonly promosDesk: PromosDesk;
	readonly members: Members;
	readonly pushes: Pushes;
	readonly rateLimiter: RateLimiter;
	/** Staff actions. Has no permission checks, so callers must check who is asking. */
	readonly refunds: Refunds;
	readonly reports: Reports;
	readonly registrantChecks: RegistrantChecks;
	/** For staff. Has no permission checks, so callers must check who is asking. */
	readonly registrarAccounts: RegistrarAccounts;
	readonly registrationComparison: RegistrationComparison;
	readonly renewals: Renewals;
	/** Plays the customer's phone and card form. Null if payments are real. */
	readonly sandbox: SandboxCustomer | null;
	readonly securityLog: SecurityLog;
	readonly sessions: Sessions;
	/** For the desk. */
	readonly savedViews: SavedViews;
	/** The people at the desk: sign-in, sessions, roles, audit log. */
	readonly staff: Staff;
	/** For the desk, like `billingDesk`. */
	readonly recordOnly: RecordOnly;
	/** For the desk, like `billingDesk`. */
	readonly staffOrders: StaffOrders;
	readonly stock: Stock;
	readonly support: Support;
	/** Email to the support address. */
	readonly emailIn: EmailIn;
	readonly ticketFiles: TicketFiles;
	readonly jobFiles: JobFiles;
	/** For the desk, as `customers`, and for the crons. */
	readonly taskRuns: TaskRuns;
	readonly ticketRatings: TicketRatings;
	readonly departments: Departments;
	readonly tickets: Tickets;
	/** For the desk, like `billingDesk`. */
	readonly ticketsDesk: TicketsDesk;
	/** The queue of the desk. */
	readonly today: Today;
	readonly undeliverable: Undeliverable;
	readonly upkeep: Upkeep;
	readonly uptime: Uptime;
	readonly visitCounts: VisitCounts;
	readonly zoneComparison: ZoneComparison;
	readonly zoneMoves: ZoneMoves;
	/** Keeps the Worker alive for work after the response. */
	waitUntil(work: Promise<unknown>): void;
}

/** Of this isolate. */
const helpMemory = publishedHelp();
const stockMemory = publishedStock();

/** The customer's database, and replacements for tests. Payment providers are not ports, because the sandbox needs the payments service. */
export type Overrides = Partial<
	Ports & {
		readonly helpMemory: Published<Help>;
		readonly stockMemory: Published<SoldOut>;
		readonly paymentProviders: readonly PaymentProvider[];
		readonly proofBits: number;
	}
>;

/** The services, and what only they need of each other. */
interface Parts extends Services {
	readonly attempts: Attempts;
	readonly emails: Emails;
	readonly handlers: ReturnType<typeof createHandlers>;
	readonly healthParts: readonly HealthPart[];
	readonly links: Links;
	readonly passwordCheck: PasswordCheck;
	/** In the order of preference. */
	readonly paymentProviders: readonly PaymentProvider[];
	readonly paymentSandbox: ReturnType<typeof createSandbox>;
	readonly promos: ReturnType<typeof createPromos>;
	readonly registrations: Registrations;
	readonly renewalLookup: ReturnType<typeof createRenewalLookup>;
	readonly sealers: {
		readonly cards: Sealer;
		readonly passkeys: Sealer;
		readonly staff: Sealer;
		readonly twoFactor: Sealer;
	};
	readonly secondStep: CustomerSecondStep;
	readonly sentEmails: SentEmails;
	readonly unfinishedJobs: UnfinishedJobs;
}

/**
 * The composition root: creates the services from the Worker's bindings. Each is created when it is first used, because a
 * request uses few of them.
 * @throws ConfigError
 */
export function createServices(
	env: Env,
	waitUntil: (work: Promise<unknown>) => void,
	overrides: Overrides = {},
): Services {
	const config = configOf(env);
	const { APP_ORIGIN: appOrigin, TOKEN_SECRET: tokenSecret } = config;
	const brandName = brand.name;
	const ports = createPorts(env, config, waitUntil, overrides);
	const { db, clock } = ports;
	const keptDays = config.HOSTING_KEPT_DAYS ?? 30;
	const services = lazy<Parts>({
		...portalServices(ports, keptDays),
		...accountServices({ breachedPasswords: ports.breachedPasswords, brandName, secrets: secretsOf(config) }),
		accounts: ({
			attempts,
			links,
			rateLimiter,
			knownDevices,
			sessions,
			securityLog,
			secondStep,
			passkeys,
			passwords,
		}) =>
			createAccounts({
				db,
				clock,
				passwords,
				breachedPasswords: ports.breachedPasswords,
				rateLimiter,
				knownDevices,
				attempts,
				links,
				sessions,
				securityLog,
				secondStep,
				passkeys,
				brandName,
			}),
		archive: () => createArchive({ db, clock, store: ports.fileStore }),
		attempts: ({ rateLimiter }) =>
			createAttempts({
				rateLimiter,
				proofs: createProofs({
					secrets: secretsOf(config),
					clock,
					random: randomToken,
					bits: overrides.proofBits ?? usualProofBits,
				}),
			}),
		billingDesk: createBillingDesk,
		billingEmails: ({ rateLimiter }) => createBillingEmails({ db, clock, rateLimiter, secrets: secretsOf(config) }),
		bulkActions: ({ domainsDesk, plansDesk, outbox }) =>
			createBulkActions({ db, clock, outbox, changeRows: changeRows({ domainsDesk, plansDesk }) }),
		cart: (all) =>
			createCart({
				promos: all.promos,
				stock: all.stock,
				checkDomains: (names, asker) => all.domains.check(names, { fresh: true, asker }),
				async lookUpDomains(names, asker) {
					const allowed = await all.lookupLimits.take(asker, names);
					return allowed.ok ? all.domains.check(names, { asker, cached: allowed.value }) : [];
				},
				renewals: all.renewalLookup,
			}),
		cartCodes: () => createCartCodes({ sealer: createSealer(secretsOf(config), "cart-codes"), appOrigin }),
		catalogDesk: createCatalogDesk,
		catalogStore: () => ports.catalogStore,
		cannedReplies: createCannedReplies,
		checkoutDrafts: () =>
			createCheckoutDrafts({ sealer: createSealer(secretsOf(config), "checkout"), appOrigin, clock }),
		clock: () => clock,
		config: () => config,
		customers: ({ registrar, sentEmails }) => createCustomers({ db, clock, registrar, sentEmails }),
		customerActions: createCustomerActions,
		customerMerge: createCustomerMerge,
		db: () => db,
		deskSearch: createDeskSearch,
		dns: ({ rateLimiter, registrations, registrar }) =>
			createDns({ db, clock, rateLimiter, registrations, hosts: ports.dnsHosts, registrar }),
		domainManagement: ({ rateLimiter, registrations, registrar }) =>
			createDomainManagement({ db, clock, rateLimiter, registrations, registrar, hosts: ports.dnsHosts }),
		domainSetup: createDomainSetup,
		domainsDesk: createDomainsDesk,
		ordersDesk: createOrdersDesk,
		domains: ({ registrar }) => createDomains({ registrar, cache: ports.answerCache, clock, waitUntil }),
		emailIn: ({ rateLimiter, tickets, ticketFiles }) =>
			createEmailIn({ db, clock, rateLimiter, tickets, ticketFiles, secrets: secretsOf(config) }),
		emailDesk: ({ rateLimiter }) => createEmailDesk({ db, clock, rateLimiter, appOrigin }),
		emails: ({ accounts, renewals, mailer, undeliverable, sentEmails }) =>
			createEmails({
				db,
				clock,
				accounts,
				renewals: renewals.charges,
				mailer,
				undeliverable,
				sentEmails,
				appOrigin,
				from: config.MAIL_FROM,
				replyTo: brand.emails.support,
				tokenSecret,
				replySecrets: secretsOf(config),
			}),
		fiscal: () =>
			createFiscal({
				db,
				clock,
				signer: ports.fiscalSigner,
				rates: { KES: 1, USD: config.FISCAL_USD_RATE ?? null },
			}),
		handlers: createHandlers,
		health: ({ outbox, problems, healthParts }) =>
			createHealth({ db, clock, parts: healthParts, outboxHealth: outbox.health, waiting: problems.waiting }),
		healthParts: (all) => {
			const stores = { tokens: () => env.TOKENS.get("health"), files: () => env.FILES.head("health") };
			return createHealthParts({ stores, config, ports, services: all });
		},
		help: ({ helpDesk }) =>
			createHelp({
				helpStore: ports.helpStore,
				helpMemory: overrides.helpMemory ?? helpMemory,
				fromDatabase: helpDesk.published,
				clock,
				waitUntil,
			}),
		helpDesk: ({ helpPageStore }) => createHelpDesk({ db, clock, helpStore: ports.helpStore, helpPageStore }),
		helpPageStore: () => createPageStore(ports.fileStore, "help-pages/"),
		hostingUsage: () => createHostingUsage({ db, clock, panel: ports.hostingPanel }),
		inbox: () => (hasLocalInbox(config) ? ports.inbox : null),
		localMetrics: () => (hasLocalInbox(config) ? localMetrics : null),
		knownDevices: () => createKnownDevices(secretsOf(config), randomToken),
		// With its own database handle, because it counts while the page streams and the page doesn't wait for it.
		lookupLimits: () =>
			createLookupLimits({
				rateLimiter: createD1RateLimiter({ db: createDatabase(env.DB), clock }),
				cache: ports.answerCache,
			}),
		links: ({ rateLimiter }) =>
			createLinks({ tokens: ports.tokens, rateLimiter, secret: tokenSecret, appOrigin, clock }),
		mailer: () => ports.mailer,
		orders: ({ rateLimiter, cart, promos, registrations, registrar, fiscal, jobFiles }) =>
			createOrders({
				jobFiles,
				rateLimiter,
				fiscal,
				db,
				clock,
				cart,
				promos,
				registrations,
				registrar,
				hosting: ports.hostingPanel,
			}),
		outbox: (all) =>
			createOutbox({
				db,
				clock,
				queues: ports.queues,
				waitUntil,
				handlers: () => all.handlers,
				deadLetterChanges: () => createDeadLetterChanges(all),
			}),
		panelAccess: ({ rateLimiter }) =>
			createPanelAccess({
				db,
				clock,
				panel: ports.hostingPanel,
				breachedPasswords: ports.breachedPasswords,
				rateLimiter,
				brandName,
			}),
		panelSessions: () => ports.panelSessions,
		passkeys: ({ sealers, sessions, securityLog, rateLimiter }) =>
			createPasskeys({ db, clock, sealer: sealers.passkeys, sessions, securityLog, rateLimiter, appOrigin }),
		passwords: () => ports.passwords,
		payments: (all) =>
			createPayments({
				db,
				clock,
				sealer: all.sealers.cards,
				orders: all.orders,
				providers: all.paymentProviders,
				bank: { accounts: config.BANK_ACCOUNTS, readStatement },
				rateLimiter: all.rateLimiter,
				linkSecrets: secretsOf(config),
				appOrigin,
				waitUntil,
			}),
		paymentProviders: (all) =>
			overrides.paymentProviders ??
			choosePaymentProviders(config, {
				clock,
				accessTokens: env.ACCESS_TOKENS,
				sandbox: () => all.paymentSandbox.provider,
			}),
		paymentSandbox: (all) =>
			createSandbox({
				db,
				clock,
				appOrigin,
				secret: hmacSha256Hex(tokenSecret, new TextEncoder().encode("sandbox webhook")),
				deliver: (token, raw, headers) => all.payments.handleWebhook("sandbox", token, raw, headers),
			}),
		addons: ({ orders }) => createAddons({ db, clock, orders }),
		planChanges: ({ rateLimiter, orders }) => createPlanChanges({ db, clock, rateLimiter, orders }),
		planDomains: ({ rateLimiter }) =>
			createPlanDomains({
				db,
				clock,
				panel: ports.hostingPanel,
				lookup: ports.dnsLookup,
				rateLimiter,
				secrets: secretsOf(config),
			}),
		plansDesk: ({ accounts, hosting, orders, planChanges }) =>
			createPlansDesk({
				db,
				clock,
				accounts,
				hosting,
				orders,
				planChanges,
				keptDays,
				servers: config.HOSTING === "sandbox" ? [] : config.HOSTING_SERVERS.map(({ name }) => name),
			}),
		problems: createProblems,
		projectsDesk: createProjectsDesk,
		pricePageStore: () => createPageStore(ports.fileStore, "price-pages/"),
		promos: createPromos,
		promosDesk: createPromosDesk,
		proposals: createProposals,
		members: ({ rateLimiter }) => createMembers({ db, clock, rateLimiter }),
		pushes: ({ rateLimiter, registrar, orders }) => createPushes({ db, clock, rateLimiter, registrar, orders }),
		rateLimiter: createD1RateLimiter,
		reports: createReports,
		refunds: ({ paymentProviders, fiscal, orders, registrations }) =>
			createRefunds({ db, clock, fiscal, orders, registrations, providers: paymentProviders, appOrigin, keptDays }),
		registrar: () => withCacheInvalidation(ports.registrar, [ports.answerCache, ports.registrationCache]),
		registrantChecks: ({ rateLimiter, registrar, portfolio }) =>
			createRegistrantChecks({ db, clock, rateLimiter, registrar, portfolio, secrets: secretsOf(config) }),
		registrarAccounts: (all) =>
			createRegistrarAccounts({
				db,
				clock,
				registrar: all.registrar,
				rates: config.COST_RATES,
				lowBalances: config.LOW_BALANCES,
			}),
		registrationComparison: ({ registrations, registrar }) =>
			createRegistrationComparison({ db, clock, registrations, registrar, callPaces: ports.callPaces }),
		registrations: () => createRegistrations(db),
		renewalLookup: ({ registrar }) =>
			createRenewalLookup({ db, clock, registrar, cache: ports.registrationCache, waitUntil }),
		renewals: ({ cart, orders, payments, registrations, registrar, renewalLookup }) =>
			createRenewals({
				db,
				clock,
				cart,
				orders,
				payments,
				registrations,
				registrar,
				lookup: renewalLookup,
				panel: ports.hostingPanel,
				keptDays,
			}),
		sandbox: ({ paymentSandbox }) => (config.PAYMENTS.includes("sandbox") ? paymentSandbox.customer : null),
		sealers: () => ({
			cards: createSealer(secretsOf(config), "payment-cards"),
			passkeys: createSealer(secretsOf(config), "passkeys"),
			staff: createSealer(secretsOf(config), "staff"),
			twoFactor: createSealer(secretsOf(config), "two-factor"),
		}),
		secondStep: ({ sealers, rateLimiter, knownDevices, sessions, securityLog }) =>
			createSecondStep({
				clock,
				sealer: sealers.twoFactor,
				rateLimiter,
				knownDevices,
				securityLog,
				holders: customerCodes({ db, clock, sessions }),
			}),
		securityLog: ({ knownDevices }) => createSecurityLog({ db, clock, knownDevices, waitUntil }),
		sentEmails: () => createSentEmails({ store: ports.fileStore }),
		sessions: ({ securityLog }) => createSessions({ db, clock, appOrigin, securityLog }),
		staff: ({ attempts, knownDevices, links, passwords, rateLimiter, sealers, securityLog }) =>
			createStaff({
				db,
				clock,
				passwords,
				attempts,
				rateLimiter,
				knownDevices,
				securityLog,
				sealer: sealers.staff,
				links,
				breachedPasswords: ports.breachedPasswords,
				appOrigin,
				brandName,
			}),
		support: ({ rateLimiter, tickets }) =>
			createSupport({ db, clock, rateLimiter, tickets, secrets: secretsOf(config) }),
		jobFiles: () => createJobFiles({ db, clock, store: ports.fileStore }),
		ticketFiles: () => createTicketFiles({ db, clock, store: ports.fileStore }),
		taskRuns: (all) => createTaskRuns({ db, clock, run: (task) => taskFunctions[task](all) }),
		ticketRatings: ({ rateLimiter }) => createTicketRatings({ db, clock, rateLimiter, secrets: secretsOf(config) }),
		departments: createDepartments,
		tickets: createTickets,
		ticketsDesk: createTicketsDesk,
		savedViews: createSavedViews,
		recordOnly: ({ accounts, addons, billingDesk, registrar, registrations, plansDesk }) =>
			createRecordOnly({
				db,
				clock,
				accounts,
				addons,
				billingDesk,
				registrar,
				registrations,
				hostingPanel: ports.hostingPanel,
				servers: plansDesk.servers,
			}),
		staffOrders: createStaffOrders,
		stock: () =>
			createStock({
				db,
				clock,
				stockStore: ports.stockStore,
				stockMemory: overrides.stockMemory ?? stockMemory,
				waitUntil,
			}),
		today: createToday,
		undeliverable: createUndeliverable,
		upkeep: ({ sealers }) => createUpkeep({ db, clock, sealers, secrets: secretsOf(config) }),
		uptime: ({ healthParts }) => createUptime({ db, clock, parts: healthParts }),
		visitCounts: () => ports.visitCounts,
		waitUntil: () => waitUntil,
		zoneMoves: ({ registrations }) => createZoneMoves({ db, clock, registrations, hosts: ports.dnsHosts }),
		zoneComparison: () => createZoneComparison({ db, clock, hosts: ports.dnsHosts, callPaces: ports.callPaces }),
	});
	db.onCommitted((eventIds) => services.outbox.send(eventIds));
	return services;
}
