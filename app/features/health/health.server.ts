import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { withTimeout } from "~/lib/with-timeout";

interface DependencyProbe {
	readonly name: string;
	/** Resolves when the dependency answers. */
	probe(): Promise<unknown>;
}

interface DependencyReport {
	readonly name: string;
	readonly ok: boolean;
	readonly milliseconds: number;
}

/** Counts end there, so that a check stays fast whatever the backlog. */
const countLimit = 1_000;

type Count = number | ">1000";

interface HealthReport {
	readonly ok: boolean;
	readonly dependencies: readonly DependencyReport[];
	/** Outbox events that failed too often. Null if the database did not respond. */
	readonly deadLetters: Count | null;
	/** Outbox events that are more than five minutes late. Null if the database did not respond. */
	readonly lateEffects: Count | null;
	readonly checkedAt: string;
}

interface Dependencies {
	readonly clock: Clock;
	/** Of everything except the database. */
	readonly probes: readonly DependencyProbe[];
	/** Counts up to `limit`. Also shows whether the database answers. */
	readonly outboxHealth: (limit: number) => Promise<{ due: number; dead: number }>;
}

export interface Health {
	/** Text of the status page. The Worker is running if it can return it. */
	summary(): string;
	/** Probes all dependencies in parallel, each with a timeout of two seconds. */
	report(): Promise<HealthReport>;
}

const timeoutMs = 2 * SECOND;

const shownCount = (count: number): Count => (count > countLimit ? ">1000" : count);

/** Returns null after a failure or a timeout. */
async function tryWithTimeout<T>(promise: Promise<T>): Promise<{ answer: T } | null> {
	try {
		return { answer: await withTimeout(promise, timeoutMs) };
	} catch {
		return null;
	}
}

/** Probes dependencies and counts late and failed events. */
export function createHealth({ clock, probes, outboxHealth }: Dependencies): Health {
	async function runProbe({ name, probe }: DependencyProbe): Promise<DependencyReport> {
		const start = clock();
		const ok = (await tryWithTimeout(probe())) !== null;
		return { name, ok, milliseconds: clock() - start };
	}

	return {
		summary: () => "Backend is running.",
		async report() {
			const start = clock();
			const [others, { backlog, milliseconds }] = await Promise.all([
				Promise.all(probes.map(runProbe)),
				tryWithTimeout(outboxHealth(countLimit + 1)).then((backlog) => ({ backlog, milliseconds: clock() - start })),
			]);
			const dependencies = [{ name: "Database", ok: backlog !== null, milliseconds }, ...others];
			return {
				ok: dependencies.every((dependency) => dependency.ok),
				dependencies,
				deadLetters: backlog && shownCount(backlog.answer.dead),
				lateEffects: backlog && shownCount(backlog.answer.due),
				checkedAt: new Date(clock()).toISOString(),
			};
		},
	};
}
