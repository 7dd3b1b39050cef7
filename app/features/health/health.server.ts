import type { Clock } from "../../platform/clock";

/** One thing the shop depends on. */
export interface DependencyProbe {
	readonly name: string;
	/** Resolves when the dependency answers. */
	probe(): Promise<unknown>;
}

export interface DependencyReport {
	readonly name: string;
	readonly ok: boolean;
	readonly milliseconds: number;
}

export interface HealthReport {
	readonly ok: boolean;
	readonly dependencies: readonly DependencyReport[];
	readonly checkedAt: string;
}

export interface Health {
	/** The line of the status page: the Worker answers, so it is up. */
	summary(): string;
	/** Asks every dependency at once; none may take longer than two seconds. */
	report(): Promise<HealthReport>;
}

const patience = 2_000;

export function createHealth({ clock, probes }: { clock: Clock; probes: readonly DependencyProbe[] }): Health {
	async function ask({ name, probe }: DependencyProbe): Promise<DependencyReport> {
		const start = clock();
		const answered = await Promise.race([
			probe().then(
				() => true,
				() => false,
			),
			new Promise<boolean>((resolve) => setTimeout(resolve, patience, false)),
		]);
		return { name, ok: answered, milliseconds: clock() - start };
	}

	return {
		summary: () => "Backend is running.",
		async report() {
			const dependencies = await Promise.all(probes.map(ask));
			return {
				ok: dependencies.every((dependency) => dependency.ok),
				dependencies,
				checkedAt: new Date(clock()).toISOString(),
			};
		},
	};
}
