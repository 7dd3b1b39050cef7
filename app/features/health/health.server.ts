import type { Clock } from "~/lib/clock";
import { SECOND } from "~/lib/durations";
import { withTimeout } from "~/lib/with-timeout";

/** One thing the shop depends on. */
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

interface HealthReport {
	readonly ok: boolean;
	readonly dependencies: readonly DependencyReport[];
	/** Effects (mails, jobs) that were given up, for somebody to look at; null when nobody could be asked. */
	readonly deadLetters: number | null;
	/** Effects that should have happened more than five minutes ago. */
	readonly lateEffects: number | null;
	readonly checkedAt: string;
}

interface Dependencies {
	readonly clock: Clock;
	readonly probes: readonly DependencyProbe[];
	/** Of the outbox. */
	readonly outboxHealth: () => Promise<{ due: number; dead: number }>;
}

export interface Health {
	/** The line of the status page: the Worker answers, so it is up. */
	summary(): string;
	/** Asks every dependency at once; none may take longer than two seconds. */
	report(): Promise<HealthReport>;
}

const timeoutMs = 2 * SECOND;

/** The answer, or null when there was none in time. */
async function tryWithTimeout<T>(promise: Promise<T>): Promise<{ answer: T } | null> {
	try {
		return { answer: await withTimeout(promise, timeoutMs) };
	} catch {
		return null;
	}
}

/** Asks what we depend on, and counts what is left undone. */
export function createHealth({ clock, probes, outboxHealth }: Dependencies): Health {
	async function runProbe({ name, probe }: DependencyProbe): Promise<DependencyReport> {
		const start = clock();
		const ok = (await tryWithTimeout(probe())) !== null;
		return { name, ok, milliseconds: clock() - start };
	}

	return {
		summary: () => "Backend is running.",
		async report() {
			const [dependencies, backlog] = await Promise.all([
				Promise.all(probes.map(runProbe)),
				tryWithTimeout(outboxHealth()),
			]);
			return {
				ok: dependencies.every((dependency) => dependency.ok),
				dependencies,
				deadLetters: backlog?.answer.dead ?? null,
				lateEffects: backlog?.answer.due ?? null,
				checkedAt: new Date(clock()).toISOString(),
			};
		},
	};
}
