import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { MINUTE, SECOND } from "~/lib/durations";
import { createD1RateLimiter } from "~/platform/rate-limit/d1-rate-limiter.server";

let subjects = 0;

/** A limiter with its own clock and a unique subject. */
function setUp() {
	let now = Date.UTC(2026, 10, 22, 8);
	subjects += 1;
	const subject = `subject ${subjects}`;
	const limiter = createD1RateLimiter({ db: createDatabase(env.DB), clock: () => now });
	const wait = (ms: number) => {
		now += ms;
	};
	return { limiter, subject, wait };
}

const window = { limit: 3, windowMs: 10 * MINUTE };
const growing = { ...window, delay: { firstMs: 10 * SECOND, maxMs: 40 * SECOND } };

test("an attempt that one window refuses is counted in no other", async () => {
	const { limiter, subject } = setUp();
	const narrow = { key: ["narrow", subject], limit: 2, windowMs: MINUTE } as const;
	const wide = { key: ["wide", subject], limit: 4, windowMs: MINUTE } as const;
	for (let time = 0; time < 10; time += 1) await limiter.takeAll([narrow, wide]);
	expect(await limiter.takeAll([narrow, wide])).toMatchObject({ allowed: false, refusedBy: "narrow" });
	const others = { key: ["narrow", `${subject}, another`], limit: 2, windowMs: MINUTE } as const;
	expect((await limiter.takeAll([others, wide])).allowed).toBe(true);
	expect((await limiter.takeAll([others, wide])).allowed).toBe(true);
	// The wide window is full, so another subject's narrow window counts none of the refused attempts.
	const third = { key: ["narrow", `${subject}, a third`], limit: 2, windowMs: MINUTE } as const;
	for (let time = 0; time < 5; time += 1)
		expect(await limiter.takeAll([third, wide])).toMatchObject({ allowed: false, refusedBy: "wide" });
	expect((await limiter.takeAll([third])).allowed).toBe(true);
});

test("parallel attempts get no more than the limit, under one window and under several", async () => {
	const { limiter, subject } = setUp();
	const narrow = { key: ["narrow", subject], ...window } as const;
	const wide = { key: ["wide", subject], limit: 50, windowMs: MINUTE } as const;
	const answers = await Promise.all(Array.from({ length: 20 }, () => limiter.takeAll([narrow, wide])));
	expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3);
	const beyond = await Promise.all(Array.from({ length: 20 }, () => limiter.take(["growing", subject], growing)));
	expect(beyond.filter(({ allowed }) => allowed)).toHaveLength(3);
});

test("beyond the limit the delay doubles up to its maximum, and the window's end resets it", async () => {
	const { limiter, subject, wait } = setUp();
	const take = () => limiter.take(["growing", subject], growing);
	for (let time = 0; time < 3; time += 1) expect((await take()).allowed).toBe(true);
	for (const seconds of [10, 20, 40, 40]) {
		expect(await take()).toEqual({ allowed: false, retryAfter: seconds, refusedBy: "growing" });
		wait(seconds * SECOND - 1);
		expect(await take()).toMatchObject({ allowed: false, retryAfter: 1 });
		wait(1);
		expect((await take()).allowed).toBe(true);
	}
	wait(10 * MINUTE);
	for (let time = 0; time < 3; time += 1) expect((await take()).allowed).toBe(true);
});

test("without a delay the limit holds until the window ends", async () => {
	const { limiter, subject, wait } = setUp();
	const take = () => limiter.take(["closed", subject], window);
	for (let time = 0; time < 3; time += 1) await take();
	wait(4 * MINUTE);
	expect(await take()).toMatchObject({ allowed: false, retryAfter: 6 * 60 });
	wait(6 * MINUTE);
	expect((await take()).allowed).toBe(true);
});

test("an attempt can count as several, and returned ones are free again", async () => {
	const { limiter, subject } = setUp();
	const names = (cost: number) => limiter.takeAll([{ key: ["names", subject], limit: 10, windowMs: MINUTE, cost }]);
	expect((await names(6)).allowed).toBe(true);
	expect((await names(5)).allowed).toBe(false);
	expect((await names(4)).allowed).toBe(true);
	await limiter.giveBack([["names", subject]]);
	expect((await names(1)).allowed).toBe(true);
	expect((await names(1)).allowed).toBe(false);
});
