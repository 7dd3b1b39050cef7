import { createDatabase, type Database } from "~/db/client.server";
import { databaseFor } from "~/db/shards.server";
import { type Clock, systemClock } from "~/lib/clock";
import { lazy } from "~/lib/lazy";
import type { AnswerCache, RegistrationCache } from "~/platform/answer-cache/answer-cache";
import { createEdgeCache, type EdgeStore } from "~/platform/answer-cache/edge";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import { chooseBreachedPasswords } from "~/platform/breached-passwords/choose-breached-passwords";
import { type CallPaces, chooseCallPaces } from "~/platform/call-pace/choose-call-pace";
import { type Config, usesSandboxRegistry } from "~/platform/config";
import type { ContentStore } from "~/platform/content-store/content-store";
import { createKvContentStore } from "~/platform/content-store/kv-content-store.server";
import { chooseDnsHosts } from "~/platform/dns/choose-dns-hosts";
import type { DnsHosts } from "~/platform/dns/dns-hosts";
import { createSandboxResolver } from "~/platform/dns/sandbox";
import { chooseDnsLookup } from "~/platform/dns-lookup/choose-dns-lookup";
import type { DnsLookup } from "~/platform/dns-lookup/dns-lookup";
import type { FileStore } from "~/platform/files/file-store";
import { createR2FileStore } from "~/platform/files/r2";
import { chooseFiscalSigner } from "~/platform/fiscal/choose-fiscal-signer";
import type { FiscalSigner } from "~/platform/fiscal/fiscal-signer";
import { chooseHostingPanel } from "~/platform/hosting/choose-hosting-panel";
import type { HostingPanel } from "~/platform/hosting/hosting-panel";
import type { PanelSessions } from "~/platform/hosting/sandbox/panel-sessions";
import { createSandboxPanel } from "~/platform/hosting/sandbox/sandbox-panel";
import { chooseMailer } from "~/platform/mailer/choose-mailer";
import { createInbox, type Inbox } from "~/platform/mailer/inbox.server";
import type { Mailer } from "~/platform/mailer/mailer";
import { createArgon2idHasher } from "~/platform/password/argon2id";
import type { PasswordHasher } from "~/platform/password/password";
import { loadArgon2id } from "~/platform/password/wasm.workers";
import { cloudflareQueues } from "~/platform/queues/cloudflare";
import type { QueueMessage, Queues } from "~/platform/queues/queues";
import { chooseRegistrar } from "~/platform/registrar/choose-registrar";
import type { Registrar } from "~/platform/registrar/registrar";
import { createKvTokenStore } from "~/platform/token-store/kv-token-store.server";
import type { TokenStore } from "~/platform/token-store/token-store";
import type { VisitCounts } from "~/platform/visit-counts/visit-counts";
import { createVisitCounts } from "~/platform/visit-counts/visit-counts.workers";

/** One port for each outside service. Tests replace some of them. */
export interface Ports {
	readonly answerCache: AnswerCache;
	readonly breachedPasswords: BreachedPasswords;
	readonly callPaces: CallPaces;
	readonly catalogStore: ContentStore;
	readonly clock: Clock;
	readonly db: Database;
	readonly dnsHosts: DnsHosts;
	readonly dnsLookup: DnsLookup;
	readonly fileStore: FileStore;
	/** Null if invoices are not signed. */
	readonly fiscalSigner: FiscalSigner | null;
	readonly helpStore: ContentStore;
	readonly stockStore: ContentStore;
	readonly hostingPanel: HostingPanel;
	/** The local inbox that the `inbox` mailer writes to. */
	readonly inbox: Inbox;
	readonly mailer: Mailer;
	/** Customer actions in the hosting panel's stand-in. */
	readonly panelSessions: PanelSessions;
	readonly passwords: PasswordHasher;
	readonly queues: Queues;
	readonly registrationCache: RegistrationCache;
	readonly registrar: Registrar;
	readonly tokens: TokenStore;
	readonly visitCounts: VisitCounts;
}

/**
 * Creates the ports from the Worker's bindings and configuration, each when it is first used. `overrides` replaces single
 * ports.
 */
export function createPorts(
	env: Env,
	config: Config,
	waitUntil: (work: Promise<unknown>) => void,
	overrides: Partial<Ports> = {},
): Ports {
	// Each stand-in has its own database handle, so that its queries don't count as our round trips. So has an adapter
	// that stores data.
	const standIn = ({ clock }: Ports) => ({ db: createDatabase(env.DB), clock });
	const edge = ({ clock }: Ports, store: EdgeStore) => ({
		caches,
		store,
		registry: usesSandboxRegistry(config) ? "sandbox" : "live",
		clock,
	});
	return lazy<Ports & { readonly sandboxPanel: ReturnType<typeof createSandboxPanel> }>({
		clock: () => systemClock,
		db: () => databaseFor(env, null),
		inbox: createInbox,
		breachedPasswords: () => chooseBreachedPasswords(config),
		callPaces: () => chooseCallPaces({ budgets: env.REGISTRY_BUDGET, waitUntil }),
		answerCache: (ports) => createEdgeCache(edge(ports, "domain-answers")),
		dnsHosts: (ports) => chooseDnsHosts(config, standIn(ports)),
		dnsLookup: (ports) => chooseDnsLookup(config, createSandboxResolver(standIn(ports))),
		fileStore: () => createR2FileStore(env.FILES),
		fiscalSigner: ({ clock }) => chooseFiscalSigner(config, { clock }),
		hostingPanel: (ports) => chooseHostingPanel(config, { ...standIn(ports), sandbox: () => ports.sandboxPanel.panel }),
		mailer: ({ inbox }) => chooseMailer(config, { email: env.EMAIL, inbox }),
		panelSessions: ({ sandboxPanel }) => sandboxPanel.sessions,
		passwords: () => createArgon2idHasher({ load: loadArgon2id, peppers: peppersOf(config) }),
		queues: () =>
			cloudflareQueues({
				mail: env.MAIL_QUEUE as Queue<QueueMessage>,
				provisioning: env.PROVISIONING_QUEUE as Queue<QueueMessage>,
				scheduled: env.SCHEDULED_QUEUE as Queue<QueueMessage>,
			}),
		registrationCache: (ports) => createEdgeCache(edge(ports, "registered-objects")),
		registrar: (ports) =>
			chooseRegistrar(config, {
				...standIn(ports),
				budgets: env.REGISTRY_BUDGET,
				accessTokens: env.ACCESS_TOKENS,
				eppSessions: env.EPP_SESSIONS,
				waitUntil,
			}),
		sandboxPanel: (ports) => createSandboxPanel({ ...standIn(ports), appOrigin: config.APP_ORIGIN }),
		catalogStore: () => createKvContentStore(env.TOKENS, "catalog"),
		helpStore: () => createKvContentStore(env.TOKENS, "help"),
		stockStore: () => createKvContentStore(env.TOKENS, "stock"),
		tokens: ({ clock }) => createKvTokenStore({ kv: env.TOKENS, clock }),
		visitCounts: () => createVisitCounts({ counters: env.VISIT_COUNTER, waitUntil }),
		...replacements(overrides),
	});
}

const replacements = (overrides: Partial<Ports>) =>
	Object.fromEntries(
		Object.entries(overrides)
			.filter(([, port]) => port !== undefined)
			.map(([name, port]) => [name, () => port]),
	);

/** The current pepper comes first. The previous one is only for verifying older hashes. */
const peppersOf = ({ PASSWORD_PEPPER, PASSWORD_PEPPER_PREVIOUS }: Config): [string, ...string[]] =>
	PASSWORD_PEPPER_PREVIOUS ? [PASSWORD_PEPPER, PASSWORD_PEPPER_PREVIOUS] : [PASSWORD_PEPPER];
