import { type Change, change } from "~/db/change.server";
import type { Database } from "~/db/client.server";
import type { Addon } from "~/db/schema";
import { createAddonsRepo, type NewAddon } from "./addons.repo.server";

export type { NewAddon };

/** Adds paid add-ons. Goes after the change that adds their domains and plans. */
export const addonsAdded = (db: Database, added: readonly NewAddon[]): Change =>
	change(...added.map(createAddonsRepo(db).add));

/** Records that staff have activated an add-on. `expiresAt` in ms. */
export const addonActivated = (db: Database, id: string, expiresAt: number, now: number): Change =>
	createAddonsRepo(db).activate(id, expiresAt, now);

/** Records a renewal. Stale if it was extended since it was read. `expiresAt` in ms. */
export const addonExtended = (
	db: Database,
	addon: Pick<Addon, "id" | "expiresAt">,
	expiresAt: number,
	now: number,
): Change => createAddonsRepo(db).extend(addon, expiresAt, now);

/** Ends one add-on, which could not be provided. */
export const addonEnded = (db: Database, id: string, now: number): Change => createAddonsRepo(db).end("id", id, now);

/** Ends the add-ons of a domain. Part of every change that ends the domain. */
export const domainAddonsEnded = (db: Database, domainId: string, now: number): Change =>
	createAddonsRepo(db).end("domainId", domainId, now);

/** Ends the add-ons of a plan. Part of every change that ends the plan. */
export const planAddonsEnded = (db: Database, planId: string, now: number): Change =>
	createAddonsRepo(db).end("planId", planId, now);

/** Ends all add-ons of a customer. */
export const customerAddonsEnded = (db: Database, userId: string, now: number): Change =>
	createAddonsRepo(db).end("userId", userId, now);
