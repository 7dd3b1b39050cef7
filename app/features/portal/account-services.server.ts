import type { Database } from "~/db/client.server";
import type { Accounts } from "~/features/accounts/accounts.server";
import { createConfirmation } from "~/features/accounts/confirmation.server";
import { createEmailChange } from "~/features/accounts/email-change.server";
import { createPasswordCheck } from "~/features/accounts/password-check.server";
import type { SecurityLog } from "~/features/accounts/security-log.server";
import type { Sessions } from "~/features/accounts/sessions.server";
import { createAccountSettings } from "~/features/accounts/settings.server";
import type { Archive } from "~/features/archive/archive.server";
import { createClosing } from "~/features/closing/closing.server";
import { createDataExport } from "~/features/data-export/data-export.server";
import { createNotificationPreferences } from "~/features/notifications/preferences.server";
import type { Projects } from "~/features/projects/projects.server";
import type { SecondStep } from "~/features/two-factor/second-step.server";
import { createTwoFactor } from "~/features/two-factor/two-factor.server";
import type { Clock } from "~/lib/clock";
import type { Sealer } from "~/lib/seal";
import type { BreachedPasswords } from "~/platform/breached-passwords/breached-passwords";
import type { PasswordHasher } from "~/platform/password/password";
import type { RateLimiter } from "~/platform/rate-limit/rate-limit";

export type AccountServices = ReturnType<typeof createAccountServices>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly archive: Pick<Archive, "all" | "check">;
	readonly files: Pick<Projects["files"], "open">;
	readonly passwords: PasswordHasher;
	readonly breachedPasswords: BreachedPasswords;
	readonly rateLimiter: RateLimiter;
	/** One per kind of secret, so that one can't open another's secrets. */
	readonly sealers: { readonly twoFactor: Sealer };
	readonly secondStep: SecondStep;
	readonly sessions: Sessions;
	readonly securityLog: Pick<SecurityLog, "refused">;
	readonly brandName: string;
	readonly tokenSecret: string;
}

/** Creates the services for a customer's account: profile, sign-in, preferences, data. */
export function createAccountServices({
	accounts,
	archive,
	files,
	passwords,
	sealers,
	secondStep,
	sessions,
	securityLog,
	brandName,
	tokenSecret,
	...common
}: Dependencies) {
	const { rateLimiter } = common;
	const passwordCheck = createPasswordCheck({ accounts, passwords, secondStep, securityLog, rateLimiter });
	return {
		accountSettings: createAccountSettings({ ...common, passwords, passwordCheck, brandName }),
		closing: createClosing(common),
		confirmation: createConfirmation({ passwordCheck, sessions }),
		dataExport: createDataExport({ ...common, archive, files, name: brandName }),
		emailChange: createEmailChange({ ...common, links: accounts.links }),
		notificationPreferences: createNotificationPreferences({ ...common, tokenSecret }),
		twoFactor: createTwoFactor({ ...common, sealer: sealers.twoFactor, issuer: brandName }),
	};
}
