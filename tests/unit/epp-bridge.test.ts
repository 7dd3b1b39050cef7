import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Duplex } from "node:stream";
import { createServer as createTlsServer, type Server } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { parseResponse } from "~/platform/registrar/epp/answers";
import { connectToBridge } from "~/platform/registrar/epp/bridge-connection";
import { hello } from "~/platform/registrar/epp/commands";
import { checkDomains } from "~/platform/registrar/epp/domain-commands";
import { largestFrame } from "~/platform/registrar/epp/framing";
import { createEppSession } from "~/platform/registrar/epp/session";
import { connectToRegistry, createBridge } from "../../scripts/epp-bridge/bridge";
import { trial } from "../../scripts/try/epp";
import { createEppServer } from "../services/epp";
import { type Issued, issueCertificate } from "../support/certificates";
import { root } from "../support/module-graph";

const authority = issueCertificate("Test authority");
const stranger = issueCertificate("Another authority");
const shop = issueCertificate("shop", authority);
const bridgeCertificate = issueCertificate("bridge", authority);
const registryCertificate = issueCertificate("registry", authority);

const servers: Server[] = [];
afterEach(async () => {
	for (const server of servers.splice(0)) {
		if ("closeAllConnections" in server) (server as { closeAllConnections(): void }).closeAllConnections();
		server.close();
	}
});

async function listen(server: Server): Promise<number> {
	servers.push(server);
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}

/** A registry that asks for a client certificate, with real TLS. */
async function aRegistry() {
	const registry = createEppServer({ clock: Date.now });
	const { cert, key } = registryCertificate;
	const access = { cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
	const server = createTlsServer(access, (socket) => {
		socket.on("error", () => undefined);
		const { readable, writable } = Duplex.toWeb(socket);
		void registry
			.serve(readable as ReadableStream<Uint8Array>, writable)
			.catch(() => undefined)
			.finally(() => socket.destroy());
	});
	const port = await listen(server);
	return { registry, server, address: { host: "localhost", port, ca: authority.cert, cert: shop.cert, key: shop.key } };
}

/** `fetch` with a client certificate, as the Worker's binding has. */
const fetchAs =
	(client?: Pick<Issued, "cert" | "key">) =>
	(url: string, { method, body, signal }: RequestInit): Promise<Response> =>
		new Promise((resolve, reject) => {
			const options = {
				method,
				ca: authority.cert,
				...(client && { cert: client.cert, key: client.key }),
				agent: false,
			};
			const sent = request(url, { ...options, signal: signal ?? undefined }, async (answer) => {
				const chunks = await Array.fromAsync(answer).catch(() => []);
				const headers = { ...(answer.headers.location && { Location: answer.headers.location }) };
				resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode, headers }));
			});
			sent.on("error", reject);
			sent.end(body as string | undefined);
		});

async function aBridge({ idleMs = 60_000, timeoutMs = 500 } = {}) {
	const { registry, server, address } = await aRegistry();
	const { cert, key } = bridgeCertificate;
	const bridge = createBridge({ registry: address, cert, key, clientCa: authority.cert, timeoutMs, idleMs });
	const url = `https://localhost:${await listen(bridge)}`;
	const connect = () => connectToBridge({ fetch: fetchAs(shop), url, timeoutMs: 2_000 });
	const session = createEppSession({ connect, account: { user: "kikoa", password: "secret-1" }, clock: Date.now });
	return { registry, server, url, connect, session };
}

const check = checkDomains("ABC-12345", ["free.ke"]);

test("commands pass through the bridge in one session", async () => {
	const { registry, session } = await aBridge();
	for (let count = 0; count < 3; count += 1) {
		const exchanged = await session.exchange(check);
		if (exchanged.state !== "answered") throw new Error(exchanged.message);
		expect(parseResponse(exchanged.answer)).toMatchObject({ code: 1000, commandId: "ABC-12345" });
	}
	expect(registry.log).toEqual(["login", "check free.ke", "check free.ke", "check free.ke"]);
	await session.close();
	expect(registry.count("logout")).toBe(1);
});

test.each([
	["no certificate", undefined],
	["a certificate of another authority", issueCertificate("shop", stranger)],
	["a certificate that it signed itself", issueCertificate("shop")],
])("a client with %s is refused, and the registry sees nothing of it", async (_, client) => {
	const { registry, url } = await aBridge();
	await expect(connectToBridge({ fetch: fetchAs(client), url, timeoutMs: 2_000 })).rejects.toThrow();
	expect(registry.log).toEqual([]);
});

test("the registry refuses a bridge without a client certificate", async () => {
	const { address } = await aRegistry();
	const withoutCertificate = { host: address.host, port: address.port, ca: address.ca };
	await expect(connectToRegistry(withoutCertificate, 500)).rejects.toThrow();
	const connection = await connectToRegistry(address, 500);
	expect(connection.greeting).toContain("<greeting>");
	await connection.close();
	await expect(connectToRegistry({ ...address, ca: stranger.cert }, 500)).rejects.toThrow(/certificate/);
});

test("a registry that is down is 502, and the command counts as not sent", async () => {
	const { server, url, session } = await aBridge();
	server.close();
	const response = await fetchAs(shop)(`${url}/sessions`, { method: "POST" });
	expect(response.status).toBe(502);
	expect(await session.exchange(check)).toMatchObject({ state: "unsent", problem: "unreachable" });
});

test("a lost answer is 502, ends the session, and the next command opens another", async () => {
	const { registry, session } = await aBridge();
	for (const fault of ["lost", "half", "silent"] as const) {
		registry.plan(fault, /^check/);
		expect(await session.exchange(check), fault).toMatchObject({ state: "unknown", message: /502/ });
		expect(await session.exchange(check)).toMatchObject({ state: "answered" });
	}
	expect(registry.logins).toHaveLength(4);
});

test("a large command is refused without ending the session, and other addresses do nothing", async () => {
	const { connect, url } = await aBridge();
	const connection = await connect();
	await expect(connection.exchange("x".repeat(largestFrame))).rejects.toThrow(/413/);
	expect(await connection.exchange(hello())).toContain("<greeting>");
	const ask = async (path: string, method: string) => (await fetchAs(shop)(`${url}${path}`, { method })).status;
	expect(await ask("/", "GET")).toBe(404);
	expect(await ask("/sessions/other", "POST")).toBe(404);
	expect(await ask("/sessions", "GET")).toBe(404);
	await connection.close();
	await expect(connection.exchange(hello())).rejects.toThrow(/404/);
});

test("a new session takes the place of the old one, and one that is not used ends", async () => {
	const { connect } = await aBridge({ idleMs: 150 });
	const first = await connect();
	const second = await connect();
	await expect(first.exchange(hello())).rejects.toThrow(/404/);
	expect(await second.exchange(hello())).toContain("<greeting>");
	await expect.poll(() => second.exchange(hello()).then(String, String), { interval: 400 }).toMatch(/404/);
});

test("one command runs at a time", async () => {
	const { registry, connect } = await aBridge();
	const connection = await connect();
	registry.plan("silent");
	const slow = connection.exchange(check.frame).catch(String);
	await expect.poll(() => registry.log.length).toBe(1);
	await expect(connection.exchange(check.frame)).rejects.toThrow(/409/);
	expect(await slow).toMatch(/502/);
});

test("the trial logs in, checks a name and logs out, and explains failures", async () => {
	expect(existsSync(path.join(root, trial.page))).toBe(true);
	const { registry, server, address } = await aRegistry();
	const folder = mkdtempSync(path.join(tmpdir(), "epp-"));
	const file = (name: string, pem: string) => {
		writeFileSync(path.join(folder, name), pem);
		return path.join(folder, name);
	};
	const settings = {
		EPP_REGISTRIES: JSON.stringify([{ name: "kenic", tlds: ["ke"], url: "https://epp.kikoa.example", user: "kikoa" }]),
		EPP_PASSWORDS: "kenic=secret-1",
		EPP_BRIDGE_REGISTRY: `localhost:${address.port}`,
		EPP_BRIDGE_REGISTRY_CA: file("ca.pem", address.ca),
		EPP_BRIDGE_REGISTRY_CERT: file("shop.pem", address.cert),
		EPP_BRIDGE_REGISTRY_KEY: file("shop.key", address.key),
	};
	const attempt = (change: Partial<typeof settings> = {}) =>
		trial.run({ ...settings, ...change }, []).catch(({ message }: Error) => {
			return trial.explanations.find(({ pattern }) => pattern.test(message))?.next ?? message;
		});
	expect(await attempt()).toEqual([
		"kenic: Example EPP server answers at localhost.",
		expect.stringContaining("urn:ietf:params:xml:ns:secDNS-1.1"),
		"It accepts kikoa. probe.ke is available.",
	]);
	expect(registry.log).toEqual(["login", "check probe.ke", "logout"]);
	expect(await attempt({ EPP_PASSWORDS: "kenic=wrong-1" })).toMatch(/refuses the user or the password/);
	expect(await attempt({ EPP_PASSWORDS: "" })).toMatch(/kenic=PASSWORD/);
	expect(await attempt({ EPP_REGISTRIES: "[]" })).toMatch(/must be a list/);
	expect(await attempt({ EPP_BRIDGE_REGISTRY: "" })).toMatch(/on the machine of the bridge/);
	expect(await attempt({ EPP_BRIDGE_REGISTRY_CA: "" })).toMatch(/EPP_BRIDGE_REGISTRY_CA/);
	expect(await attempt({ EPP_BRIDGE_REGISTRY_CERT: "", EPP_BRIDGE_REGISTRY_KEY: "" })).toMatch(/client certificate/);
	server.close();
	expect(await attempt()).toMatch(/Nothing answers/);
	rmSync(folder, { recursive: true });
});
