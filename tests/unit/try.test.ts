import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { trial } from "../../scripts/try/mpesa";
import { createDarajaServer, darajaAccount } from "../services/daraja";
import { root } from "../support/module-graph";

const settings: Readonly<Record<string, string>> = {
	MPESA_ENVIRONMENT: "sandbox",
	MPESA_SHORTCODE: darajaAccount.shortcode,
	MPESA_CONSUMER_KEY: darajaAccount.consumerKey,
	MPESA_CONSUMER_SECRET: darajaAccount.consumerSecret,
	MPESA_PASSKEY: darajaAccount.passkey,
	MPESA_CALLBACK_TOKEN: "0123456789abcdef0123456789abcdef",
	APP_ORIGIN: "https://kikoa.test",
};

/** Runs the trial against a Daraja of the test's own. Returns its lines, or what to do next. */
async function tryMpesa(changes: typeof settings = {}, options: readonly string[] = []) {
	const server = createDarajaServer({ clock: Date.now });
	const previous = globalThis.fetch;
	globalThis.fetch = (input, init) => server.fetch(new Request(input, init));
	try {
		return await trial.run({ ...settings, ...changes }, options);
	} catch (error) {
		const message = (error as Error).message;
		return trial.explanations.find(({ pattern }) => pattern.test(message))?.next ?? message;
	} finally {
		globalThis.fetch = previous;
	}
}

test("the trial of M-Pesa accepts right credentials, and registers the paybill's addresses", async () => {
	expect(existsSync(path.join(root, trial.page))).toBe(true);
	expect(await tryMpesa()).toEqual([expect.stringContaining("accepts")]);
	expect(await tryMpesa({}, ["--register", "0722000000"])).toHaveLength(4);
});

test.each([
	["MPESA_CONSUMER_SECRET", { MPESA_CONSUMER_SECRET: "wrong" }, [], /consumer key or secret/],
	["MPESA_PASSKEY", { MPESA_PASSKEY: "wrong" }, [], /passkey/],
	["APP_ORIGIN", { APP_ORIGIN: "http://localhost:8787" }, ["--register", "0722000000"], /--production/],
	["the company's number", {}, ["--register"], /--register 0722000000/],
	["the forbidden words", { APP_ORIGIN: "https://mpesa.example" }, ["--register", "0722000000"], /must not contain/],
	["the certificate", {}, ["--credential"], /certificate/],
] satisfies [string, typeof settings, string[], RegExp][])(
	"the trial of M-Pesa explains a failure because of %s",
	async (_, changes, options, next) => {
		expect(await tryMpesa(changes, options)).toMatch(next);
	},
);
