import type { Database } from "~/db/client.server";
import type { Accounts } from "~/features/accounts/accounts.server";
import { createConfirmation } from "~/features/accounts/confirmation.server";
import { createEmailChange } from "~/features/accounts/email-change.server";
import { createPasswordCheck, type PasswordCheck } from "~/features/accounts/password-check.server";
import { type AccountSettings, createAccountSettings } from "~/features/accounts/settings.server";
import type { Archive } from "~/features/archive/archive.server";
import { type Closing, createClosing } from "~/features/closing/closing.server";
import { createDataExport, type DataExport } from "~/features/data-export/data-export.server";
import { createNotificationPreferences } from "~/features/notifications/preferences.server";
import type { Projects } from "~/features/projects/projects.server";
import type { TicketFiles } from "~/features/tickets/ticket-files.server";
import { createTwoFactor } from "~/features/two-factor/two-factor.server";
import type { Clock } from "~/lib/clock";
import type { Sealer } from "~/lib/seal";
import type { Secrets } from "~/lib/secrets";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";

/** What these services need. */
interface Needs {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly archive: Pick<Archive, "all" | "check">;
	readonly passwordCheck: PasswordCheck;
	readonly passwords: PasswordHasher;
	readonly projects: Pick<Projects, "files">;
	readonly rateLimiter: RateLimiter;
	readonly ticketFiles: Pick<TicketFiles, "openOwn">;
	/** One per kind of secret, so that one can't open another's secrets. */
	readonly sealers: { readonly twoFactor: Sealer };
}

/** The services for a customer's account: profile, sign-in, preferences, data. */
export interface AccountServices {
	readonly accountSettings: AccountSettings;
	readonly closing: Closing;
	readonly confirmation: ReturnType<typeof createConfirmation>;
	readonly dataExport: DataExport;
	readonly emailChange: ReturnType<typeof createEmailChange>;
	readonly notificationPreferences: ReturnType<typeof createNotificationPreferences>;
	readonly twoFactor: ReturnType<typeof createTwoFactor>;
}

interface Settings {
	readonly breachedPasswords: BreachedPasswords;
	readonly brandName: string;
	readonly secrets: Secrets;
}

/** Functions that create these services. */
export const accountServices = ({ breachedPasswords, brandName, secrets }: Settings) => ({
	passwordCheck: createPasswordCheck,
	accountSettings: ({ db, clock, passwords, passwordCheck }: Needs) =>
		createAccountSettings({ db, clock, passwords, breachedPasswords, passwordCheck, brandName }),
	closing: createClosing,
	confirmation: createConfirmation,
	dataExport: ({ db, clock, rateLimiter, archive, projects, ticketFiles }: Needs) =>
		createDataExport({ db, clock, rateLimiter, archive, files: projects.files, ticketFiles, name: brandName }),
	emailChange: ({ db, clock, rateLimiter, accounts }: Needs) =>
		createEmailChange({ db, clock, rateLimiter, links: accounts.links }),
	notificationPreferences: ({ db, clock }: Needs) => createNotificationPreferences({ db, clock, secrets }),
	twoFactor: ({ db, clock, sealers }: Needs) =>
		createTwoFactor({ db, clock, sealer: sealers.twoFactor, issuer: brandName }),
});
