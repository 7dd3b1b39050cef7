import { isDue, readCrons } from "../../scripts/clock.mjs";

import { duties, mistakes } from "./duties.mjs";
import { cookieOf, domainReminder } from "./full-customers.mjs";
import { openFile } from "./full-database.mjs";
import { growthSince } from "./growth.mjs";
import { newVisitor } from "./visitor.mjs";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const everyMinute = "* * * * *";
const hourly = "7 * * * *";
const payersAtOnce = 4;
/** Time between two dashboards (ms), so that they leave most of the machine to the crons. */
const betweenPages = 400;
const killsPerDay = 2;
/** How long the work of an hour takes, until the first hour has shown it (ms). */
const usualHourMs = 4 * SECOND;
/** Of zones and with the sandbox registrar. */
const comparisonsPerNight = 2;
/** Minutes of the cron for the comparisons. If that is not enough, a duty is not done. */
const mostNightMinutes = 400;
/** If no queue has run for so long (ms), all messages are delivered. */
const idleMs = 50;

/**
 * Runs the crons of `days` days while customers open their dashboards and pay invoices, and kills the Worker twice a day
 * at random moments while it works.
 * The cron of every minute runs as often as it takes until no event is due.
 * @param {object} shop the metered Worker (metered-worker.mjs) on a full database
 * @param {{ state: string, from: number, first: number, days: number, payments: number, mail: object, report: (day: object) => void }}
 *   options `from`: ms since the epoch, UTC, at midnight of day 1; `first`: the day to begin with; `payments`: how many invoices customers pay each day
 */
export async function simulateDays(shop, { state, from, first, days, payments, mail, report }) {
	const reminderDue = await domainReminder();
	const file = openFile(state, { readOnly: true });
	file.exec("PRAGMA busy_timeout = 20000");
	const customers = file.prepare("SELECT id FROM users WHERE id LIKE 'usr_full%'").all();
	const world = {
		shop,
		file,
		customers,
		// A session ends 14 days after its last use. Those customers don't come back in this month.
		isSignedIn: file.prepare("SELECT 1 FROM sessions WHERE user_id = ? AND idle_expires_at > ?"),
		clock: { base: from + (first - 1) * DAY, setAt: performance.now() },
		kills: 0,
		isDown: false,
		searchedAt: 0,
	};
	await moveTo(world, from + (first - 1) * DAY);
	await warmUp(world);
	for (let day = first; day < first + days; day += 1) {
		const start = from + (day - 1) * DAY;
		const began = performance.now();
		const figures = await simulateDay(world, start, payments);
		const end = timeIn(world);
		const times = { start, end, remindedAt: start + 2 * HOUR + 23 * MINUTE, searchedAt: world.searchedAt };
		report({
			day,
			...figures,
			duties: duties(file, times, reminderDue),
			/** How long the day's work took after midnight (ms). */
			late: Math.max(0, end - start - DAY),
			mistakes: mistakes(file, end, mail),
			orders: count(file, "orders WHERE created_at BETWEEN ? AND ?", start, end),
			charged: count(file, "payments WHERE automatic = 1 AND created_at BETWEEN ? AND ?", start, end),
			seconds: (performance.now() - began) / SECOND,
		});
	}
	file.close();
}

async function simulateDay(world, start, payments) {
	const { shop, file } = world;
	const figures = { batches: [], pages: [], failed: [], paid: 0, kills: 0, grownByCrons: [], grownByPayments: [] };
	const killHours = Array.from({ length: killsPerDay }, () => randomBelow(24));
	let hourMs = usualHourMs;
	const grown = growthSince(file);
	/** The cron of every minute has more runs in a night than the events of a day need. */
	async function compareAll() {
		const open = file.prepare(
			`SELECT count(*) AS count FROM task_positions WHERE task LIKE 'comparison %'
				AND json_extract(position, '$.round.night') = ? AND json_extract(position, '$.round.finished')`,
		);
		for (let minutes = 0; minutes < mostNightMinutes; minutes += 1) {
			if (open.get(Math.floor(start / DAY)).count === comparisonsPerNight) return;
			await moveTo(world, timeIn(world) + MINUTE);
			await runCron(world, everyMinute);
		}
	}
	async function simulateHour(hour) {
		if (hour === 0) await browse(world, figures, compareAll);
		for (const cron of readCrons().filter((line) => line !== everyMinute)) {
			const at = start + hour * HOUR + Number(cron.split(" ")[0]) * MINUTE;
			if (!isDue(cron, new Date(at))) continue;
			await moveTo(world, at);
			await browse(world, figures, async () => {
				const { kills } = world;
				const isComplete = await runCron(world, cron);
				await drain(world);
				// Unlike Cloudflare, miniflare loses a queue's messages when its process ends. The next run queues them again.
				if (cron === hourly && isComplete && world.kills === kills) world.searchedAt = at;
			});
		}
		figures.grownByCrons.push(...grown());
		const payers = openInvoices(world, Math.floor((payments * (hour + 1)) / 24) - Math.floor((payments * hour) / 24));
		await browse(world, figures, async () => {
			figures.paid += await payAll(world, payers);
			await drain(world);
		});
		figures.grownByPayments.push(...grown());
	}
	for (let hour = 0; hour < 24; hour += 1) {
		const began = performance.now();
		const work = simulateHour(hour);
		// A kill that came after the end of its hour's work is done in the next hour, at the latest in the last one.
		const count = killHours.filter((one) => one <= hour).length - figures.kills;
		await Promise.all([work, killDuring(world, figures, { work, count, withinMs: hour === 23 ? 0 : hourMs })]);
		hourMs = performance.now() - began;
		figures.batches.push(...JSON.parse(await post(shop, "/__bench/take")));
	}
	return figures;
}

/** Kills the Worker `count` times, each after a random time up to `withinMs`. Stops when the work ends. */
async function killDuring(world, figures, { work, count, withinMs }) {
	let isOver = false;
	const end = () => {
		isOver = true;
	};
	const ended = work.then(end, end);
	for (let left = count; left > 0; left -= 1) {
		await Promise.race([ended, sleep(Math.random() * withinMs)]);
		if (isOver) return;
		await kill(world, figures);
	}
}

const randomBelow = (count) => Math.floor(Math.random() * count);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const count = (file, sql, ...values) => file.prepare(`SELECT count(*) AS count FROM ${sql}`).get(...values).count;

/** The answer's text. */
async function post(shop, path) {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await (await fetch(`${shop.origin}${path}`, { method: "POST" })).text();
		} catch (error) {
			// Miniflare takes a moment to start another workerd after a kill.
			if (attempt === 100) throw error;
			await sleep(200);
		}
	}
}

/** The Worker's time in ms. */
const timeIn = ({ clock }) => clock.base + performance.now() - clock.setAt;

/** Sets the Worker's time, but never back. */
async function moveTo(world, time) {
	world.clock = { base: Math.max(timeIn(world), time), setAt: performance.now() };
	await post(world.shop, `/__bench/clock?now=${Math.round(world.clock.base)}`);
}

async function kill(world, figures) {
	figures.kills += 1;
	world.kills += 1;
	world.isDown = true;
	world.shop.kill();
	await moveTo(world, timeIn(world) + MINUTE);
	await warmUp(world);
	world.isDown = false;
}

/** Returns false if a kill ended the run. The next cron then continues its work. */
async function runCron(world, cron) {
	while (world.isDown) await sleep(10);
	const { kills } = world;
	let isOver = false;
	world.shop
		.runCron(cron)
		.catch(() => undefined)
		.finally(() => {
			isOver = true;
		});
	while (!isOver && world.kills === kills) await sleep(10);
	const isComplete = world.kills === kills;
	while (world.isDown) await sleep(10);
	return isComplete;
}

/**
 * Waits until every event that is due is handled. Runs the cron of each minute while the queues have nothing to do. Delayed
 * messages wait in real time, so their events are left to the sweep, which waits half an hour for the queue. While nothing
 * happens, five minutes pass at once.
 */
async function drain(world) {
	const due = world.file.prepare(
		"SELECT count(*) AS count FROM outbox WHERE state IN ('new', 'sending') AND next_at <= ?",
	);
	let before = 0;
	for (let runs = 0; runs < 50; ) {
		const idle = JSON.parse(await post(world.shop, "/__bench/idle"));
		if (idle < idleMs) {
			await sleep(idleMs);
			continue;
		}
		const { count } = due.get(timeIn(world));
		if (count === 0) return;
		runs += 1;
		await moveTo(world, timeIn(world) + (count === before ? 5 : 1) * MINUTE);
		before = count;
		await runCron(world, everyMinute);
	}
}

/** The first page after a start compiles the Worker. Fails if there is another kill. */
const warmUp = (world) =>
	openDashboard(world).then(
		(page) => page.arrayBuffer(),
		() => undefined,
	);

/** Opens the dashboard of a random customer who is signed in. */
function openDashboard(world) {
	const { shop, customers, isSignedIn } = world;
	let id;
	do {
		id = customers[randomBelow(customers.length)].id;
	} while (!isSignedIn.get(id, timeIn(world) + MINUTE));
	return fetch(`${shop.origin}/dashboard`, { headers: newVisitor(cookieOf(id)), redirect: "manual" });
}

/** Opens dashboards of random customers until the work ends, at least one. Adds the time of each in ms to `pages`. */
async function browse(world, figures, work) {
	let isOver = false;
	const working = work().finally(() => {
		isOver = true;
	});
	for (let index = 0; !isOver || index === 0; index += 1) {
		const page = await whileUp(world, () => openDashboard(world));
		if (page?.status === 200) figures.pages.push(page.took);
		else if (page) figures.failed.push(`${page.status} at ${new Date(timeIn(world)).toISOString()}`);
		await Promise.race([working, sleep(betweenPages)]);
	}
	await working;
}

/** The status and the time (ms) of a request. Undefined if the Worker was killed in the meantime. */
async function whileUp(world, request) {
	while (world.isDown) await sleep(10);
	const { kills } = world;
	const start = performance.now();
	try {
		const response = await request();
		await response.arrayBuffer();
		const took = performance.now() - start;
		if (world.kills === kills && !world.isDown) return { status: response.status, took };
	} catch (error) {
		if (world.kills === kills && !world.isDown) throw error;
	}
	return undefined;
}

/** Open invoices of customers who are signed in and have no card for renewals, the first to be due first. */
function openInvoices({ file, ...world }, limit) {
	return file
		.prepare(
			`SELECT i.id, i.user_id FROM invoices i WHERE i.state = 'open' AND i.user_id LIKE 'usr_full%'
				AND NOT EXISTS (SELECT 1 FROM payment_cards c WHERE c.user_id = i.user_id AND c.renewals_at IS NOT NULL)
				AND EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = i.user_id AND s.idle_expires_at > ?)
				ORDER BY i.due_at LIMIT ?`,
		)
		.all(timeIn(world) + HOUR, limit);
}

/** Customers pay these invoices, a few at once. Returns how many were approved on a phone. */
async function payAll(world, invoices) {
	let approved = 0;
	const left = [...invoices];
	const payer = async () => {
		for (let invoice = left.pop(); invoice; invoice = left.pop()) if (await pay(world, invoice)) approved += 1;
	};
	await Promise.all(Array.from({ length: payersAtOnce }, payer));
	return approved;
}

/** Pays by M-Pesa and tries again after a kill, as a customer would. */
async function pay(world, { id, user_id: userId }) {
	const { shop, file } = world;
	const phone = `07${id.slice(-4).replace(/\D/g, "0")}${String(randomBelow(10_000)).padStart(4, "0")}`;
	const send = (path, fields) =>
		whileUp(world, () =>
			fetch(`${shop.origin}${path}`, {
				method: "POST",
				headers: { Origin: shop.origin, ...newVisitor(cookieOf(userId)) },
				body: new URLSearchParams(fields),
				redirect: "manual",
			}),
		);
	const request = file.prepare(
		"SELECT provider_ref AS ref FROM payments WHERE invoice_id = ? AND state = 'pending' AND provider_ref IS NOT NULL",
	);
	for (let attempt = 0; attempt < 100; attempt += 1) {
		const started = await send(`/pay/${id}`, { method: "mpesa", phone });
		const { ref } = request.get(id) ?? {};
		if (ref) {
			while (!(await send(`/sandbox/phone/${ref}`, { answer: "approve" }))) await sleep(200);
			return true;
		}
		// Such as a charge of a saved card in the meantime.
		if (started && started.status !== 303) return false;
		await sleep(200);
	}
	return false;
}
