import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY, MINUTE } from "~/lib/durations";
import type { SharedToken } from "~/platform/access-token/shared-token";
import { expectConsoleError } from "../support/fail-on-console";
import { memoryD1, withMemory } from "../support/local-d1";
import { anOutsideWorld, worldStart } from "../support/outside-world";
import { replaceMethod } from "../support/replace-method";
import { requireSound, requireSoundAtRest } from "../support/shop-invariants";
import { aShop, type Step, sequence } from "../support/shop-model";

const isThorough = import.meta.env.MODE === "thorough";

/** docs/invariants.md says how to set them. `path`: of the sequence that a failed run has printed. */
const { VITE_MODEL_RUNS, VITE_MODEL_SEED = "1", VITE_MODEL_PATH } = import.meta.env;
const numRuns = Number(VITE_MODEL_RUNS ?? (isThorough ? 2_000 : 12));

/** For the runs and the search for a shorter sequence. */
const limitMs = isThorough ? DAY : 5 * MINUTE;

/** Tasks of the schedule that concern neither money nor services. Without them, a run is shorter. */
const skippedTasks = [
	...["service checks", "hosting usage", "registrant checks", "reminders to registrants", "costs at registrars"],
	...["balances at registrars", "file sweep", "stray files", "removed projects", "due projects", "statistics"],
	...["domain records of hosting plans", "domains of hosting plans", "domains of all hosting plans", "removed cards"],
	...["closing accounts", "resolved problems", "write receipts", "daily figures", "answered tickets", "older secrets"],
	...["job file sweep", "ticket file sweep", "stray job files", "stray ticket files"],
];

test("money, services and emails stay right, whatever happens in whatever order", { timeout: DAY }, async () => {
	expectConsoleError();
	let clock = () => worldStart;
	const random = repeatableRandom();
	const restore = [
		...(["error", "warn"] as const).map((method) => replaceMethod(console, method, () => {})),
		replaceMethod(Date, "now", () => clock()),
		replaceMethod(Math, "random", random.next),
		replaceMethod(crypto, "getRandomValues", random.fill),
	];
	let runs = 0;
	await withMemory(async (storage) => {
		const holds = fc.asyncProperty(sequence(14), async (steps) => {
			runs += 1;
			deleteRows(storage);
			random.begin();
			await live(storage, steps, (of) => {
				clock = of;
			});
		});
		const limits = { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: true };
		const replay = VITE_MODEL_PATH === undefined ? {} : { path: VITE_MODEL_PATH };
		await fc.assert(holds, { numRuns, seed: Number(VITE_MODEL_SEED), reporter, ...limits, ...replay });
	}).finally(() => {
		for (const undo of restore) undo();
	});
	expect(runs).toBeGreaterThanOrEqual(VITE_MODEL_PATH === undefined ? numRuns : 1);
});

async function live(
	storage: DurableObjectStorage,
	steps: readonly Step[],
	setClock: (clock: () => number) => void,
): Promise<void> {
	setClock(() => worldStart);
	const shop = await aShop(memoryD1(storage), (options) => {
		const databaseOf = (around: Parameters<typeof memoryD1>[1]) => memoryD1(storage, around);
		const world = anOutsideWorld({ ...options, databaseOf, tokenOf: memoryToken, skippedTasks });
		setClock(world.clock);
		return world;
	});
	for (const one of steps) {
		await shop.run(one);
		await requireSound(shop);
	}
	await shop.calmDown();
	await requireSound(shop);
	await requireSoundAtRest(shop);
}

/** Prints the seed and the shortest sequence that was found. */
function reporter({ failed, seed, numRuns: run, ...details }: fc.RunDetails<[Step[]]>): void {
	if (!failed) return;
	const { counterexample, counterexamplePath, errorInstance = "It took too long" } = details;
	const steps = counterexample?.[0].map((one, index) => `${index + 1}. ${JSON.stringify(one)}`) ?? [];
	const place = `VITE_MODEL_SEED=${seed} VITE_MODEL_PATH=${counterexamplePath} (run ${run})`;
	throw new Error([`${errorInstance}`, place, ...steps].join("\n"), { cause: errorInstance });
}

/** The same random values after each `begin`, so that a sequence always ends in the same way. */
function repeatableRandom() {
	let state = 1;
	// Mulberry32.
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		next,
		begin: () => {
			state = 1;
		},
		fill<T extends ArrayBufferView | null>(array: T): T {
			const { buffer, byteOffset, byteLength } = array as unknown as Uint8Array;
			const bytes = new Uint8Array(buffer, byteOffset, byteLength);
			for (let index = 0; index < byteLength; index += 1) bytes[index] = Math.floor(next() * 256);
			return array;
		},
	};
}

/** As `AccessToken` holds it. */
function memoryToken(): SharedToken {
	let held: Awaited<ReturnType<Parameters<SharedToken>[0]>> | undefined;
	return async (issue, refused) => {
		if (!held || held.token === refused || held.expiresAt <= Date.now() + MINUTE) held = await issue();
		return held.token;
	};
}

/** Tables that only grow refuse the deletion, so their triggers are dropped for it. */
function deleteRows({ sql }: DurableObjectStorage): void {
	const ofType = (type: "table" | "trigger") =>
		sql
			.exec<{ name: string; sql: string }>(
				`select name, sql from sqlite_schema where type = ?
					and name not like 'sqlite~_%' escape '~' and name not like '~_cf~_%' escape '~'`,
				type,
			)
			.toArray();
	const triggers = ofType("trigger");
	for (const { name } of triggers) sql.exec(`drop trigger "${name}"`);
	sql.exec(
		["pragma defer_foreign_keys = true", ...ofType("table").map(({ name }) => `delete from "${name}"`)].join(";\n"),
	);
	for (const trigger of triggers) sql.exec(trigger.sql);
}
