import { and, eq, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { guarded, unique, write } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import { staff, staffRecoveryCodes, staffTokenUses } from "~/db/schema";

export type StaffRow = typeof staff.$inferSelect;

export type StaffTokenPurpose = "second-step" | "invitation" | "passkey";

/** People at the desk and their one-time codes. */
export function createStaffRepo(db: Database) {
	const { orm } = db;
	return {
		async findByEmail(email: string): Promise<StaffRow | null> {
			const rows = await db.read(orm.select().from(staff).where(eq(staff.email, email)));
			return rows[0] ?? null;
		},

		async find(id: string): Promise<StaffRow | null> {
			const rows = await db.read(orm.select().from(staff).where(eq(staff.id, id)));
			return rows[0] ?? null;
		},

		/** Replaces the hash by one of the same password, unless the password has changed since. */
		rehash: (id: string, from: string, to: string) =>
			write(
				orm
					.update(staff)
					.set({ passwordHash: to })
					.where(and(eq(staff.id, id), eq(staff.passwordHash, from))),
			),

		/** Stale if the password has changed since it was checked. */
		setPassword: (id: string, from: string, to: string) =>
			guarded(
				orm
					.update(staff)
					.set({ passwordHash: to })
					.where(and(eq(staff.id, id), eq(staff.passwordHash, from))),
			),

		async wasTokenUsed(tokenHash: string): Promise<boolean> {
			const rows = await db.read(
				orm
					.select({ usedAt: staffTokenUses.usedAt })
					.from(staffTokenUses)
					.where(eq(staffTokenUses.tokenHash, tokenHash)),
			);
			return rows.length > 0;
		},

		/**
		 * Activates someone with a password and an authenticator app. Stale if a newer link was sent, or the account was
		 * disabled or has an app.
		 */
		join: (
			{ id, linkGeneration }: Pick<StaffRow, "id" | "linkGeneration">,
			set: Pick<StaffRow, "name" | "passwordHash" | "totpSecret" | "totpLastStep">,
			now: number,
		) =>
			guarded(
				orm
					.update(staff)
					.set({ ...set, status: "active", totpSince: now, linkGeneration: linkGeneration + 1, updatedAt: now })
					.where(
						and(
							eq(staff.id, id),
							eq(staff.linkGeneration, linkGeneration),
							ne(staff.status, "disabled"),
							isNull(staff.totpSecret),
						),
					),
			),

		replaceRecoveryCodes: (staffId: string, hashes: readonly string[], now: number) =>
			write(
				orm.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffId, staffId)),
				orm.insert(staffRecoveryCodes).values(hashes.map((codeHash) => ({ codeHash, staffId, createdAt: now }))),
			),

		/** A duplicate on the second use of a token. */
		markTokenUsed: (purpose: StaffTokenPurpose, tokenHash: string, staffId: string, now: number) =>
			unique(
				"staff_token_uses.token_hash",
				write(orm.insert(staffTokenUses).values({ tokenHash, purpose, staffId, usedAt: now })),
			),

		/** Stale if a code of this step or a later one was used before. */
		markStepUsed: (id: string, step: number, totpSecret: string | null) =>
			guarded(
				orm
					.update(staff)
					.set({ totpLastStep: step, ...(totpSecret !== null && { totpSecret }) })
					.where(
						and(
							eq(staff.id, id),
							isNotNull(staff.totpSecret),
							or(isNull(staff.totpLastStep), lt(staff.totpLastStep, step)),
						),
					),
			),

		/** Stale if the code is not one of the person's, or was used before. */
		markRecoveryCodeUsed: (id: string, codeHash: string, now: number) =>
			guarded(
				orm
					.update(staffRecoveryCodes)
					.set({ usedAt: now })
					.where(
						and(
							eq(staffRecoveryCodes.codeHash, codeHash),
							eq(staffRecoveryCodes.staffId, id),
							isNull(staffRecoveryCodes.usedAt),
							sql`exists (select 1 from ${staff} where ${staff.id} = ${id} and ${staff.totpSecret} is not null)`,
						),
					),
			),
	};
}

export type StaffRepo = ReturnType<typeof createStaffRepo>;
