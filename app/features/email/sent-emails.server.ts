import { emailKey } from "~/features/archive/archive-files.server";
import { SECOND } from "~/lib/durations";
import { gunzip, gzip, readText } from "~/lib/gzip";
import { logger } from "~/lib/log.server";
import { ServiceUnavailable } from "~/lib/service-unavailable.server";
import { TimeoutError, withTimeout } from "~/lib/with-timeout";
import type { FileStore } from "~/platform/files/file-store";

/** An email as the mail service accepted it. */
export interface SentEmail {
	readonly to: string;
	readonly subject: string;
	/** The plain-text part, without the secrets in its links. */
	readonly text: string;
}

/** A customer's email. `id`: of its outbox row. */
interface EmailAddress {
	readonly userId: string;
	readonly id: string;
}

export type SentEmails = ReturnType<typeof createSentEmails>;

/** How long sending or reading an email waits for the file store, in milliseconds. */
const timeoutMs = 5 * SECOND;

/** The texts of customers' emails, for staff. They stay as long as the outbox rows, and go with the account. */
export function createSentEmails({ store }: { store: FileStore }) {
	return {
		/** Stores an email that was sent. If that fails, the failure is logged, because the email must not be sent again. */
		async keep({ userId, id }: EmailAddress, { to, subject, text }: SentEmail): Promise<void> {
			try {
				const content = new TextEncoder().encode(JSON.stringify({ to, subject, text: withoutSecrets(text) }));
				await withTimeout(store.replace(emailKey(userId, id), await gzip(content), null), timeoutMs);
			} catch (error) {
				logger.warn("sent_email_not_stored", { error });
			}
		},

		/** Null for an email that was not sent, or not stored. @throws ServiceUnavailable */
		async find({ userId, id }: EmailAddress): Promise<SentEmail | null> {
			try {
				const file = await withTimeout(store.get(emailKey(userId, id)), timeoutMs);
				return file && (JSON.parse(await withTimeout(readText(gunzip(file.body)), timeoutMs)) as SentEmail);
			} catch (cause) {
				if (cause instanceof TimeoutError) throw new ServiceUnavailable("The file store takes too long", { cause });
				throw cause;
			}
		},
	};
}

/** A link with a token signs in, sets a password or changes preferences. */
const withoutSecrets = (text: string) => text.replace(/([?&]token=)[^\s&#]+/g, "$1…");
