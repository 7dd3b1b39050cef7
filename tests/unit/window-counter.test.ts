import { expect, test } from "vitest";
import { MINUTE } from "~/lib/durations";
import { createWindowCounter } from "~/lib/window-counter";

test("a window counter counts each key on its own and begins again after the window", () => {
	const counter = createWindowCounter({ windowMs: MINUTE, maxKeys: 10 });
	expect(counter.add("a", 0)).toEqual({ count: 1, endsAt: MINUTE });
	expect(counter.add("a", MINUTE - 1).count).toBe(2);
	expect(counter.add("b", MINUTE - 1).count).toBe(1);
	expect(counter.add("a", MINUTE)).toEqual({ count: 1, endsAt: 2 * MINUTE });
});

test("a window counter forgets the oldest window when it is full", () => {
	const counter = createWindowCounter({ windowMs: MINUTE, maxKeys: 2 });
	for (const key of ["a", "b", "a", "c"]) counter.add(key, 0);
	expect(counter.add("b", 1).count).toBe(2);
	expect(counter.add("a", 1).count).toBe(1);
});
