import { expect, test } from "vitest";
import { describeError } from "~/components/layout/error-description";

const thrown = (status: number) => ({ status, statusText: "", internal: false, data: "SQLITE_ERROR at line 3" });

test("an unknown address offers the search", () => {
	expect(describeError(thrown(404), true)).toMatchObject({ status: 404, help: "search" });
});

test("a refused client status without a page of its own keeps its number", () => {
	expect(describeError(thrown(405), true)).toMatchObject({ status: 405, help: "search" });
});

test("a signed-out visitor is offered to sign in", () => {
	expect(describeError(thrown(401), true).help).toBe("sign-in");
});

test("a bug says nothing of its cause", () => {
	const { title, text } = describeError(new Error("SQLITE_ERROR at line 3"), true);
	expect(`${title} ${text}`).not.toContain("SQLITE");
	expect(describeError(thrown(500), true)).toMatchObject({ status: 500, help: "retry" });
});

test("a fetch that fails without a connection says that the visitor is offline", () => {
	expect(describeError(new TypeError("Failed to fetch"), false)).toMatchObject({ status: null, help: "retry" });
});
