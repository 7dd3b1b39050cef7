import type { Clock } from "~/lib/clock";
import type { Database } from "../../db/client.server";
import type { Sealer } from "../../lib/seal";
import type { PasswordHasher } from "../../platform/password/password";
import type { RateLimiter } from "../../platform/rate-limit/rate-limit";
import type { Accounts } from "../accounts/accounts.server";
import { createConfirmation } from "../accounts/confirmation.server";
import { createEmailChange } from "../accounts/email-change.server";
import { createOwnPassword } from "../accounts/own-password.server";
import type { Sessions } from "../accounts/sessions.server";
import { createAccountSettings } from "../accounts/settings.server";
import type { Activity } from "../activity/activity.server";
import { createClosing } from "../closing/closing.server";
import { createDataExport } from "../data-export/data-export.server";
import { createNotificationPreferences } from "../notifications/preferences.server";
import type { Projects } from "../projects/projects.server";
import type { SecondStep } from "../two-factor/second-step.server";
import { createTwoFactor } from "../two-factor/two-factor.server";

export type OwnAccount = ReturnType<typeof createOwnAccount>;

interface Dependencies {
	readonly db: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly activity: Activity;
	readonly dispatch: (ids: readonly string[]) => void;
	readonly files: Pick<Projects["files"], "open">;
	readonly passwords: PasswordHasher;
	readonly rateLimiter: RateLimiter;
	/** One for each secret that is kept, so that what one sealed the other can't open. */
	readonly sealers: { readonly twoFactor: Sealer };
	readonly secondStep: SecondStep;
	readonly sessions: Sessions;
	readonly brandName: string;
	readonly tokenSecret: string;
}

/** What a signed-in customer does with the account itself: who they are, how they sign in, what they are told. */
export function createOwnAccount({
	accounts,
	files,
	passwords,
	sealers,
	secondStep,
	sessions,
	brandName,
	tokenSecret,
	...common
}: Dependencies) {
	const ownPassword = createOwnPassword({ accounts, passwords, secondStep, rateLimiter: common.rateLimiter });
	return {
		accountSettings: createAccountSettings({ ...common, passwords, ownPassword, brandName }),
		closing: createClosing(common),
		confirmation: createConfirmation({ ownPassword, sessions }),
		dataExport: createDataExport({ ...common, files, name: brandName }),
		emailChange: createEmailChange({ ...common, links: accounts.links }),
		notificationPreferences: createNotificationPreferences({ ...common, tokenSecret }),
		twoFactor: createTwoFactor({ ...common, sealer: sealers.twoFactor, issuer: brandName }),
	};
}
