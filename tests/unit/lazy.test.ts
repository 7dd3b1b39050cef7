import { expect, test, vi } from "vitest";
import { lazy } from "~/lib/lazy";

test("each property is created once, when it is first read, and can read others", () => {
	const first = vi.fn(() => ({ size: 1 }));
	const second = vi.fn((all: { first: { size: number } }) => ({ size: all.first.size + 1 }));
	const all = lazy<{ first: { size: number }; second: { size: number } }>({ second, first });
	expect(first).not.toHaveBeenCalled();

	expect(all.second).toEqual({ size: 2 });
	expect(all.first).toBe(all.first);
	expect({ ...all }).toEqual({ first: { size: 1 }, second: { size: 2 } });
	expect(first).toHaveBeenCalledOnce();
	expect(second).toHaveBeenCalledOnce();
});
