import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDatabase } from "~/db/client.server";
import { Message } from "~/lib/email-message";
import { createInbox } from "~/platform/mailer/inbox.server";
import { createServices } from "~/services.server";

const message = (subject: string) =>
	new Message({ from: "Kikoa <a@b.test>", to: "amina@example.com", subject, html: "<p>x</p>", text: "x" });

function inbox() {
	let now = Date.now();
	return createInbox({ db: createDatabase(env.DB), clock: () => now++ });
}

test("the inbox stores emails, newest first", async () => {
	const kept = inbox();
	await kept.send(message("first"), "key-1");
	await kept.send(message("second"), "key-2");
	expect((await kept.list()).map(({ subject }) => subject)).toEqual(["second", "first"]);
});

test("the same key twice is one email with one id, also in parallel", async () => {
	const kept = inbox();
	const handovers = await Promise.all(Array.from({ length: 5 }, () => kept.send(message("once"), "key-3")));
	expect(new Set(handovers.map((handover) => handover.state === "accepted" && handover.id)).size).toBe(1);
	expect((await kept.list()).filter(({ subject }) => subject === "once")).toHaveLength(1);
});

test("the inbox exists only with the local mailer", () => {
	const inboxWith = (vars: Record<string, string>) => createServices({ ...env, ...vars } as Env, () => {}).inbox;
	expect(inboxWith({ ENVIRONMENT: "test", MAILER: "inbox" })).not.toBeNull();
	expect(inboxWith({ ENVIRONMENT: "local", MAILER: "inbox" })).not.toBeNull();
	expect(inboxWith({ ENVIRONMENT: "test", MAILER: "cloudflare" })).toBeNull();
	expect(inboxWith({ ENVIRONMENT: "preview", MAILER: "cloudflare" })).toBeNull();
	expect(() => inboxWith({ ENVIRONMENT: "preview", MAILER: "inbox" })).toThrow("MAILER");
});
