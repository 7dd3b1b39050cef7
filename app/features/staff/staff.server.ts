import type { Database } from "~/db/client.server";
import type { Attempts } from "~/features/accounts/attempts.server";
import type { KnownDevices } from "~/features/accounts/known-devices";
import type { Links } from "~/features/accounts/links.server";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Clock } from "~/lib/clock";
import type { Sealer } from "~/lib/seal";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";
import { createAuditLog } from "./audit-log.server";
import { createInvitations } from "./invitations.server";
import { createMembers } from "./members.server";
import { createOwnAccount } from "./own-account.server";
import { createStaffRepo } from "./staff.repo.server";
import { createStaffPasskeys } from "./staff-passkeys.server";
import { createStaffSessions } from "./staff-sessions.server";
import { createStaffSignIn } from "./staff-sign-in.server";

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly passwords: PasswordHasher;
	readonly attempts: Attempts;
	readonly rateLimiter: RateLimiter;
	readonly knownDevices: KnownDevices;
	readonly securityLog: Pick<SecurityLog, "refused">;
	/** Encrypts the secrets of authenticator apps, and challenges. Not the one of customers. */
	readonly sealer: Sealer;
	readonly links: Pick<Links, "check" | "lookUp">;
	readonly breachedPasswords: BreachedPasswords;
	readonly appOrigin: string;
	readonly brandName: string;
}

export type Staff = ReturnType<typeof createStaff>;

/** The people at the desk: sign-in, sessions, roles and the audit log. */
export function createStaff(deps: Dependencies) {
	const repo = createStaffRepo(deps.db);
	const sessions = createStaffSessions(deps);
	return {
		sessions,
		...createStaffSignIn({ ...deps, repo, sessions }),
		...createInvitations({ ...deps, repo, sessions }),
		members: createMembers({ ...deps, sessions }),
		auditLog: createAuditLog(deps),
		own: createOwnAccount({ ...deps, repo }),
		passkeys: createStaffPasskeys({ ...deps, repo, sessions }),
	};
}
