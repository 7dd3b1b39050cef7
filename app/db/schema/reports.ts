import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { DailyFigure } from "~/features/reports/daily-figure";
import { currency, minor } from "../columns";

/** What was sold and paid on each day, added up when the day was over. Reports read these rows only. */
export const dailyFigures = sqliteTable(
	"daily_figures",
	{
		figure: text("figure").$type<DailyFigure>().notNull(),
		currency: currency(),
		/** Calendar day in Kenya: 2026-11-24. */
		day: text("day").notNull(),
		/** What it is about, such as a payment method. Empty for the sum of the day. */
		key: text("key").notNull(),
		count: integer("count").notNull(),
		amount: minor("amount").notNull(),
	},
	(table) => [primaryKey({ columns: [table.figure, table.currency, table.day, table.key] })],
);
