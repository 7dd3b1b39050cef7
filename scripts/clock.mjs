import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./bootstrap.mjs";

/**
 * Runs the crons of wrangler.toml at their times (UTC), as the platform does, and those of every minute and hour now,
 * because nothing ran while the shop was stopped. Returns a function that stops it.
 */
export function startClock(runCron) {
	const crons = readCrons();
	let timer = setTimeout(tick, untilNextMinute());
	const run = (cron) => runCron(cron).catch((error) => console.error(`cron ${cron}:`, error));
	function tick() {
		const now = new Date();
		timer = setTimeout(tick, untilNextMinute());
		for (const cron of crons) if (isDue(cron, now)) run(cron);
	}
	for (const cron of crons) if (isHourly(cron)) run(cron);
	return () => clearTimeout(timer);
}

/** Whether it runs at least once an hour. */
export const isHourly = (cron) =>
	cron
		.split(" ")
		.slice(1)
		.every((field) => field === "*");

export function readCrons() {
	const toml = readFileSync(path.join(root, "wrangler.toml"), "utf8");
	const list = toml.match(/^crons = (\[.*\])$/m);
	return list ? JSON.parse(list[1]) : [];
}

/** Supports only a number or `*` for minute, hour, day, month and weekday, in UTC. */
export function isDue(cron, date) {
	const now = [date.getUTCMinutes(), date.getUTCHours(), date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCDay()];
	return cron.split(" ").every((field, index) => field === "*" || Number(field) === now[index]);
}

const untilNextMinute = () => 60_000 - (Date.now() % 60_000);
