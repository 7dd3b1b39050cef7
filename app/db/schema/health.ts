import { sql } from "drizzle-orm";
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CheckedService } from "~/features/health/checked-services";
import type { FailureReason } from "~/lib/failure-reason";
import { time } from "../columns";

/** The checks of one service on one day. */
export const serviceDays = sqliteTable(
	"service_days",
	{
		/** Midnight UTC, at which the day begins. */
		day: time("day").notNull(),
		service: text("service").$type<CheckedService>().notNull(),
		checks: integer("checks").notNull(),
		failures: integer("failures").notNull(),
		lastCheckAt: time("last_check_at").notNull(),
	},
	(table) => [primaryKey({ columns: [table.day, table.service] })],
);

/** Times in which the checks of a service failed. */
export const serviceIncidents = sqliteTable(
	"service_incidents",
	{
		/** The first check that failed. */
		startedAt: time("started_at").notNull(),
		service: text("service").$type<CheckedService>().notNull(),
		/** The first check that succeeded again. Null until then. */
		endedAt: time("ended_at"),
	},
	(table) => [
		primaryKey({ columns: [table.startedAt, table.service] }),
		/** At most one at a time. */
		uniqueIndex("service_incidents_open").on(table.service).where(sql`ended_at is null`),
	],
);

/** The last run of each scheduled task. */
export const taskRuns = sqliteTable("task_runs", {
	/** As in features/health/schedule.ts. */
	task: text("task").primaryKey(),
	startedAt: time("started_at").notNull(),
	durationMs: integer("duration_ms").notNull(),
	/** What it failed with. Null if it did not. */
	error: text("error"),
});

/** The last checks of everything that the shop depends on. */
export const partChecks = sqliteTable("part_checks", {
	/** As in app/health-parts.server.ts. */
	name: text("name").primaryKey(),
	checkedAt: time("checked_at").notNull(),
	lastSuccessAt: time("last_success_at"),
	lastFailureAt: time("last_failure_at"),
	lastReason: text("last_reason").$type<FailureReason>(),
});
