import { and, eq, gte, lt, type SQL } from "drizzle-orm";
import type { CustomerEmail } from "~/features/email/own-texts";
import { type Change, guarded } from "./change.server";
import type { Database } from "./client.server";
import { settings } from "./schema";

/** What staff may set. The feature that uses a setting checks its value when it reads it. */
export type SettingKey = `email:${CustomerEmail}` | "departments" | "markup" | "reminders";

export type SettingRow = typeof settings.$inferSelect;

/** One setting. @param allowed for the desk: whether the session may see it */
export const settingOf = ({ orm }: Pick<Database, "orm">, key: SettingKey, allowed?: SQL) =>
	orm
		.select()
		.from(settings)
		.where(and(eq(settings.key, key), allowed));

/** The settings of a group, such as `email`. @param allowed for the desk: whether the session may see them */
export const settingsOf = ({ orm }: Pick<Database, "orm">, group: "email", allowed: SQL) =>
	orm
		.select()
		.from(settings)
		// `;` is the character after `:`.
		.where(and(gte(settings.key, `${group}:`), lt(settings.key, `${group};`), allowed));

/**
 * Stores a setting. Stale unless it still has the version that the form was loaded with, which is 0 if it was never set.
 * @param value null for what the code says
 */
export function saveSetting(
	{ orm }: Pick<Database, "orm">,
	{ key, value, version }: { readonly key: SettingKey; readonly value: unknown; readonly version: number },
	now: number,
): Change {
	const row = { value, version: version + 1, updatedAt: now };
	return guarded(
		version === 0
			? orm
					.insert(settings)
					.values({ key, ...row })
					.onConflictDoNothing()
			: orm
					.update(settings)
					.set(row)
					.where(and(eq(settings.key, key), eq(settings.version, version))),
	);
}
