import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Actor } from "~/features/activity/actor";
import type { RecordType, ZoneRecord } from "~/features/dns/record";
import type { ZoneMoveState } from "~/features/dns/zone-move";
import type { DomainContacts } from "~/features/domains/contacts";
import type { DnssecState } from "~/features/domains/dnssec";
import type { DomainStatus } from "~/features/domains/domain-state";
import type { UrlForward } from "~/features/domains/forwarding";
import type { Glue } from "~/features/domains/nameservers";
import type { PushState } from "~/features/domains/push";
import type { RegistrantState } from "~/features/domains/registrant-check";
import type { HostingType, Usage } from "~/features/hosting/hosting-facts";
import type { HostingStatus } from "~/features/hosting/hosting-state";
import type { DsRecord, ZoneService } from "~/platform/dns/dns-host";
import type { RegistrarId } from "~/platform/registrar/registrar-routes";
import { currency, flag, id, json, minor, time } from "../columns";
import { users } from "./accounts";
import { projectPosts, projects } from "./projects";

export const domains = sqliteTable(
	"domains",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** ASCII form, lower case. */
		name: text("name").notNull(),
		tld: text("tld").notNull(),
		status: text("status").$type<DomainStatus>().notNull(),
		/** Null if it was not bought in this shop. */
		orderLineId: text("order_line_id"),
		/**
		 * The registrar that holds it. Chosen before the registration or transfer is ordered. Null before that, and for older
		 * rows.
		 */
		registrar: text("registrar").$type<RegistrarId>(),
		/**
		 * The registry's id of the registration, stored at activation and passed to the registrar. Null before that, or if the
		 * registrar reported none.
		 */
		registryId: text("registry_id"),
		/** When it became active in this account. */
		registeredAt: time("registered_at"),
		expiresAt: time("expires_at"),
		autoRenew: flag("auto_renew").notNull().default(true),
		locked: flag("locked").notNull().default(true),
		privacy: flag("privacy").notNull().default(true),
		ssl: flag("ssl").notNull().default(false),
		nameservers: json<string[]>("nameservers").notNull(),
		/** Glue: addresses of nameservers below the domain itself. */
		glue: json<Glue[]>("glue"),
		/** Whether the registry has published the nameservers. */
		delegation: text("delegation").$type<"live" | "pending">().notNull().default("live"),
		dnssec: text("dnssec").$type<DnssecState>().notNull().default("off"),
		/** When `dnssec` last changed. */
		dnssecAt: time("dnssec_at"),
		/** The DS records of the zone's keys. Null if it is not signed. */
		ds: json<DsRecord[]>("ds"),
		/**
		 * The registrar's check of the registrant's email address. `due`: it was not read yet. Null if there is none, or the
		 * address is confirmed.
		 */
		registrantCheck: text("registrant_check").$type<RegistrantState>(),
		/** Until when the registrant has to open the link. Null if the registrar does not say. */
		registrantDeadline: time("registrant_deadline"),
		/** When the state is read again. Null if there is no check. */
		registrantCheckAt: time("registrant_check_at"),
		/**
		 * Until when the domain can't be transferred to another registrar, because its registrant has changed with a push. Null
		 * if it can.
		 */
		transferLockedUntil: time("transfer_locked_until"),
		/** Null: the contact data of the order. */
		contacts: json<DomainContacts>("contacts"),
		forwards: json<UrlForward[]>("forwards"),
		/** Raised with every change of the records, so that forms opened before are rejected. */
		zoneVersion: integer("zone_version").notNull().default(0),
		/** The version on our nameservers. Lower than `zoneVersion` until a change is published. */
		publishedVersion: integer("published_version").notNull().default(0),
		createdAt: time("created_at").notNull(),
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("domains_order_line").on(table.orderLineId).where(sql`order_line_id is not null`),
		uniqueIndex("domains_owner_name").on(table.userId, table.name),
		index("domains_expiry").on(table.status, table.expiresAt),
		index("domains_name").on(table.name),
		index("domains_registrant_check").on(table.registrantCheckAt).where(sql`registrant_check_at is not null`),
		/** Only one account at a time holds a name. `pending` and `transfer_in` rows only claim it. */
		uniqueIndex("domains_holder").on(table.name).where(sql`status in ('active', 'expired', 'redemption')`),
		// With what the desk's list filters by, so that it looks up only the rows it shows.
		index("domains_tld")
			.on(table.tld, table.expiresAt, table.status)
			.where(sql`status in ('active', 'expired', 'redemption')`),
		index("domains_registrar_tld")
			.on(table.registrar, table.tld, table.expiresAt, table.status)
			.where(sql`registrar is not null and status in ('active', 'expired', 'redemption')`),
		index("domains_registrar")
			.on(table.registrar, table.expiresAt)
			.where(sql`registrar is not null and status in ('active', 'expired', 'redemption')`),
		// With the plus, SQLite does not use the index on the status instead.
		index("domains_claims").on(table.createdAt).where(sql`+status in ('pending', 'transfer_in')`),
	],
);

export type Domain = typeof domains.$inferSelect;

/** Offers of domains to other customers. */
export const domainPushes = sqliteTable(
	"domain_pushes",
	{
		id: id(),
		domainId: text("domain_id")
			.notNull()
			.references(() => domains.id),
		/** Who offers it. */
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		/** The account with this address can accept. There may be none yet. */
		recipientEmail: text("recipient_email").notNull(),
		/** Who accepted or refused it. */
		recipientId: text("recipient_id"),
		state: text("state").$type<PushState>().notNull(),
		createdAt: time("created_at").notNull(),
		expiresAt: time("expires_at").notNull(),
		settledAt: time("settled_at"),
	},
	(table) => [
		index("domain_pushes_domain").on(table.domainId),
		index("domain_pushes_user").on(table.userId),
		index("domain_pushes_recipient").on(table.recipientEmail),
		/** One offer of a domain at a time. */
		uniqueIndex("domain_pushes_pending").on(table.domainId).where(sql`state = 'pending'`),
		index("domain_pushes_due").on(table.expiresAt, table.id).where(sql`state = 'pending'`),
	],
);

export type DomainPush = typeof domainPushes.$inferSelect;

export const dnsRecords = sqliteTable(
	"dns_records",
	{
		id: id(),
		domainId: text("domain_id")
			.notNull()
			.references(() => domains.id, { onDelete: "cascade" }),
		type: text("type").$type<RecordType>().notNull(),
		name: text("name").notNull(),
		value: text("value").notNull(),
		ttl: integer("ttl").notNull(),
		priority: integer("priority"),
	},
	(table) => [index("dns_records_domain").on(table.domainId)],
);

/** Records removed and added by each change of a zone, for display and undo. */
export const dnsChanges = sqliteTable(
	"dns_changes",
	{
		id: id(),
		domainId: text("domain_id")
			.notNull()
			.references(() => domains.id, { onDelete: "cascade" }),
		/** The zone's version after the change. */
		version: integer("version").notNull(),
		removed: json<ZoneRecord[]>("removed").notNull(),
		added: json<ZoneRecord[]>("added").notNull(),
		createdAt: time("created_at").notNull(),
	},
	(table) => [uniqueIndex("dns_changes_version").on(table.domainId, table.version)],
);

/** Who owns each zone on a nameserver that stores no owners, and who is changing it (platform/dns/owned-zones.ts). */
export const dnsZones = sqliteTable("dns_zones", {
	/** ASCII form, lower case, without a trailing dot. */
	name: text("name").primaryKey(),
	/** The domain's id and since when it holds the name. */
	ownerId: text("owner_id").notNull(),
	ownerSince: time("owner_since").notNull(),
	/** Whether the nameserver has the zone, without records of an earlier owner. */
	ready: flag("ready").notNull(),
	/** Random id of the change in progress, and until when no other may start. */
	lockId: text("lock_id"),
	lockedUntil: time("locked_until"),
	/** The server's id of the zone, if it has ids. */
	serverId: text("server_id"),
	/** The DNS service that has the zone. Null in rows of releases with one service: PowerDNS has no ids of zones. */
	service: text("service").$type<ZoneService>(),
	createdAt: time("created_at").notNull(),
});

/** Zones on their way to another DNS service (features/dns/zone-moves.server.ts). */
export const zoneMoves = sqliteTable("zone_moves", {
	domainId: text("domain_id").primaryKey(),
	/** ASCII form. */
	name: text("name").notNull(),
	/** The DNS service that has the zone, and the one that gets it. */
	fromService: text("from_service").$type<ZoneService>().notNull(),
	toService: text("to_service").$type<ZoneService>().notNull(),
	state: text("state").$type<ZoneMoveState>().notNull(),
	/** When it began, and once the new service has the zone, since when the registry has to use its nameservers. */
	startedAt: time("started_at").notNull(),
	/**
	 * When the zone at the old service is deleted. Null before the registry uses the new nameservers. In `delegating`: when it
	 * should have been, because the domain used the old nameservers again.
	 */
	leavesAt: time("leaves_at"),
});

export const hostingPlans = sqliteTable(
	"hosting_plans",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		productId: text("product_id").notNull(),
		name: text("name").notNull(),
		type: text("type").$type<HostingType>().notNull(),
		status: text("status").$type<HostingStatus>().notNull(),
		/** The plan's domain. Connected at the panel only once its control is proven. */
		domain: text("domain"),
		/** When control of the domain was proven. Null if it is not proven. Only then the panel may have the domain. */
		domainProvenAt: time("domain_proven_at"),
		/** When the proof last changed, until the panel has confirmed the change. Then null. */
		domainPendingSince: time("domain_pending_since"),
		/**
		 * When the scheduled task last looked for the proof of the domain. It stops once this is 14 days after `createdAt` or
		 * later.
		 */
		domainCheckedAt: time("domain_checked_at"),
		ip: text("ip"),
		/** Null if it was not bought in this shop. */
		orderLineId: text("order_line_id"),
		resources: json<Record<string, Usage>>("resources").notNull(),
		/** When the usage was last read from the panel. */
		usageAt: time("usage_at"),
		features: json<string[]>("features").notNull(),
		price: minor("price").notNull(),
		currency: currency(),
		/** Term in months. */
		termMonths: integer("term_months").notNull(),
		/**
		 * What was paid for the term, if less than `price` because of a promo code or a free domain. Changing to a smaller plan
		 * credits no more than this.
		 */
		paid: minor("paid"),
		/** The latest order to change it to another plan. At most one is open. */
		changeOrderId: text("change_order_id"),
		/** When the customer cancelled it. It ends with the paid term. */
		cancelledAt: time("cancelled_at"),
		/** Until when the content of a suspended plan is kept, as its customer was told. Null if it is not suspended. */
		keptUntil: time("kept_until"),
		/**
		 * Why it has ended, as its customer reads it: staff ended it, or it was cancelled and its term is over. Such a plan is
		 * suspended until its content is deleted, and can't be used again. Null for one that ended unpaid.
		 */
		endedReason: text("ended_reason"),
		/** Why staff suspended it, as its customer reads it. Null if they did not, or no longer. A payment does not end it. */
		suspendedReason: text("suspended_reason"),
		/** When the suspension by staff ends. Null if it ends by hand. */
		suspendedUntil: time("suspended_until"),
		/** The panel's reference of the backup that it makes before the plan ends. */
		backupRef: text("backup_ref"),
		createdAt: time("created_at").notNull(),
		expiresAt: time("expires_at"),
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [
		index("hosting_user").on(table.userId, table.createdAt),
		index("hosting_expiry").on(table.status, table.expiresAt),
		uniqueIndex("hosting_order_line").on(table.orderLineId).where(sql`order_line_id is not null`),
		index("hosting_domain").on(table.domain).where(sql`domain is not null`),
		index("hosting_unproven")
			.on(table.createdAt)
			.where(sql`${table.domain} is not null and ${table.domainProvenAt} is null`),
		// 1209600000: 14 days. With the plus, SQLite does not use the index on the status instead.
		index("hosting_domain_checks")
			.on(table.domainCheckedAt, table.id)
			.where(
				sql`+status = 'active' and domain is not null and domain_proven_at is null and coalesce(domain_checked_at, 0) < created_at + 1209600000`,
			),
		index("hosting_kept").on(table.keptUntil).where(sql`kept_until is not null and status = 'suspended'`),
		index("hosting_suspended_until").on(table.suspendedUntil).where(sql`suspended_until is not null`),
		index("hosting_product").on(table.productId, table.expiresAt).where(sql`status = 'active'`),
		// With the plus, SQLite does not use the index on the status instead.
		index("hosting_pending").on(table.createdAt).where(sql`+status = 'pending'`),
		index("hosting_cancelled").on(table.expiresAt).where(sql`cancelled_at is not null and status <> 'terminated'`),
	],
);

export type HostingPlan = typeof hostingPlans.$inferSelect;

/** On which hosting server a plan's account is, and its name there. An account never changes its server. */
export const serverAccounts = sqliteTable(
	"server_accounts",
	{
		/** The plan's id. */
		account: text("account").primaryKey(),
		/** The server's name in the configuration. */
		server: text("server").notNull(),
		/** The account's name on the server. */
		user: text("user").notNull(),
		/** When the server first showed the account. Null if it may not exist yet. */
		confirmedAt: time("confirmed_at"),
		/** When the name and the place on the server were reserved. */
		createdAt: time("created_at").notNull(),
	},
	(table) => [uniqueIndex("server_accounts_user").on(table.server, table.user)],
);

/** A paid add-on of a domain or a plan. It renews and ends with it. */
export const addons = sqliteTable(
	"addons",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		productId: text("product_id").notNull(),
		name: text("name").notNull(),
		/** What it belongs to. Exactly one of the two is set. */
		domainId: text("domain_id").references(() => domains.id),
		planId: text("plan_id").references(() => hostingPlans.id),
		/** Null if it was recorded without an order. */
		orderLineId: text("order_line_id"),
		/** For one term, before tax. */
		price: minor("price").notNull(),
		currency: currency(),
		/** Term in months. */
		termMonths: integer("term_months").notNull(),
		/** When staff have activated it. */
		activatedAt: time("activated_at"),
		/** Until when it is paid. Null before it is active. */
		expiresAt: time("expires_at"),
		/** When the customer cancelled it. It is not renewed, and ends when the paid time is over. */
		cancelledAt: time("cancelled_at"),
		/** When its domain or plan ended. */
		endedAt: time("ended_at"),
		createdAt: time("created_at").notNull(),
		updatedAt: time("updated_at").notNull(),
	},
	(table) => [
		uniqueIndex("addons_order_line").on(table.orderLineId).where(sql`order_line_id is not null`),
		index("addons_user").on(table.userId, table.createdAt),
		index("addons_domain").on(table.domainId).where(sql`domain_id is not null`),
		index("addons_plan").on(table.planId).where(sql`plan_id is not null`),
	],
);

export type Addon = typeof addons.$inferSelect;

/** Activity log of each account. */
export const activityLog = sqliteTable(
	"activity_log",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		actor: text("actor").$type<Actor>().notNull(),
		/** The name of a member, who may have no access any more when the entry is read. Null for all others. */
		actorName: text("actor_name"),
		/** `domain.registered`, `invoice.paid` … */
		kind: text("kind").notNull(),
		/** Parameters of the kind's text, see registry.ts. Entries of older releases have a finished `text`. */
		params: json<Record<string, unknown>>("params").notNull().default({}),
		/** Deprecated: the finished sentence that older releases write. The next release drops it. */
		message: text("message")
			.notNull()
			.$default(() => ""),
		subjectId: text("subject_id"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [index("activity_user").on(table.userId, table.createdAt)],
);

export const notifications = sqliteTable(
	"notifications",
	{
		id: id(),
		userId: text("user_id")
			.notNull()
			.references(() => users.id),
		kind: text("kind").notNull(),
		/** Parameters of the kind's texts, see registry.ts. Those of older releases have `title`, `body` and `href`. */
		params: json<Record<string, unknown>>("params").notNull().default({}),
		/** The project it is about. */
		projectId: text("project_id").references(() => projects.id, { onDelete: "cascade" }),
		/** The post it is about. */
		postId: text("post_id").references(() => projectPosts.id, { onDelete: "set null" }),
		/** Deprecated: the finished texts that older releases write. The next release drops them. */
		title: text("title")
			.notNull()
			.$default(() => ""),
		body: text("body")
			.notNull()
			.$default(() => ""),
		href: text("href"),
		/** Only the first notification with this key is stored. Null after 60 days. */
		dedupeKey: text("dedupe_key").unique(),
		readAt: time("read_at"),
		createdAt: time("created_at").notNull(),
	},
	(table) => [
		index("notifications_user").on(table.userId, table.createdAt),
		index("notifications_project").on(table.projectId).where(sql`project_id is not null`),
		index("notifications_post").on(table.postId).where(sql`post_id is not null`),
		index("notifications_unread").on(table.userId).where(sql`read_at is null`),
		index("notifications_keyed").on(table.createdAt).where(sql`dedupe_key is not null`),
	],
);
