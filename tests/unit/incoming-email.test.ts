import { expect, test } from "vitest";
import { composeEmail } from "~/features/tickets/compose-email";
import { readEmail } from "~/features/tickets/incoming-email";

async function textOf(body: string, type: "html" | "plain"): Promise<string> {
	const raw = composeEmail({
		...{ from: "neema@example.co.ke", to: "support@example.com", subject: "x", isAuthenticated: true, text: body },
	}).replace("text/plain", `text/${type}`);
	const email = await readEmail({ from: "neema@example.co.ke", raw: new Blob([raw]).stream() });
	return email?.text ?? expect.fail("unreadable");
}

test.each([
	["<p>Hello <b>there</b>,</p>\n  <div>it&#39;s &lt;down&gt;<BR>now</div>", "Hello there,\nit's <down>\nnow"],
	["<style>p{}</style><p>One\n  line</p><SCRIPT>alert(1)</script >Two", "One line\nTwo"],
	["<p>seen</p><script>never ends", "seen"],
	["<p>1 <", "1 <"],
])("the text of an HTML email is what its reader sees: %j", async (html, text) => {
	expect(await textOf(html, "html")).toBe(text);
});

const hostile = ["<", "<script", "<script>", " ", "&", "<p> ", "</", "On a wrote:"];

test.each(hostile)("an email of %j repeated is read without endless backtracking", async (piece) => {
	// A pattern that tries each place again would not finish within the test's time.
	const body = `x${piece.repeat(300_000)}`;
	for (const type of ["html", "plain"] as const) expect((await textOf(body, type)).length).toBeLessThan(20_100);
});

test("an email of more lines than any file needs is not read", async () => {
	await expect(textOf("\n".repeat(400_000), "plain")).rejects.toThrow("unreadable");
	expect(await textOf("> \n".repeat(20_000), "plain")).toMatch(/^> /);
});
