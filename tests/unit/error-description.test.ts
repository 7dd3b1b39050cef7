import { expect, test } from "vitest";
import { describeError } from "~/components/layout/error-description";

const thrown = (status: number) => ({ status, statusText: "", internal: false, data: "SQLITE_ERROR at line 3" });

test("an unknown address shows the domain search", () => {
	expect(describeError(thrown(404), true)).toMatchObject({ status: 404, help: "search" });
});

test("a 4xx status without its own page shows its number", () => {
	expect(describeError(thrown(405), true)).toMatchObject({ status: 405, help: "search" });
});

test("a signed-out visitor gets a link to sign in", () => {
	expect(describeError(thrown(401), true).help).toBe("sign-in");
});

test("an unexpected error shows nothing about its cause", () => {
	const { title, text } = describeError(new Error("SQLITE_ERROR at line 3"), true);
	expect(`${title} ${text}`).not.toContain("SQLITE");
	expect(describeError(thrown(500), true)).toMatchObject({ status: 500, help: "retry" });
});

test("a failed request without a connection shows that the visitor is offline", () => {
	expect(describeError(new TypeError("Failed to fetch"), false)).toMatchObject({ status: null, help: "retry" });
});
