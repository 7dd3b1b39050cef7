import { expect, test } from "vitest";
import { download } from "~/lib/download";

test("a download is an attachment with nosniff and a sandbox, and is never cached", async () => {
	const { headers } = download("<script>alert(1)</script>", { name: "a\r\nb.html", type: "text/html; charset=utf-8" });
	expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="/);
	expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
	const policy = headers.get("Content-Security-Policy")?.split("; ");
	expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "sandbox"]));
	expect(headers.get("Cache-Control")).toBe("private, no-store");
});
