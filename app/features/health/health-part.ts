import type { FailureReason } from "~/lib/failure-reason";
import type { CheckedService } from "./checked-services";

/**
 * Something that the shop depends on. `app/health-parts.server.ts` lists all of them: a feature with a dependency of its
 * kind adds a part there.
 */
export interface HealthPart {
	/** Unique, such as "Payments: mpesa". Staff and monitors see it. */
	readonly name: string;
	/** The row of the status page that fails with it. */
	readonly service?: CheckedService;
	/** Whether customers need it. /api/health then answers 503 while it fails. */
	readonly isNeeded: boolean;
	/**
	 * Resolves if it works. Runs every five minutes, so it costs nothing and changes nothing. The part of a task reads what
	 * its last run recorded, and rejects if that is too long ago.
	 */
	readonly probe: () => Promise<unknown>;
}

/** The last checks of a part. Times in ms. */
export interface PartChecks {
	readonly name: string;
	readonly checkedAt: number;
	readonly lastSuccessAt: number | null;
	readonly lastFailureAt: number | null;
	readonly lastReason: FailureReason | null;
}

/** The result of one check of a part. Null: it works. */
export interface PartResult {
	readonly part: HealthPart;
	readonly failure: FailureReason | null;
}
