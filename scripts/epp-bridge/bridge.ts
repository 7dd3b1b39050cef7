import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";
import { logger } from "../../app/lib/log.server.ts";
// Node runs these files without a build, so the imports have their extensions.
import { type ByteStreams, connectOver, type EppConnection } from "../../app/platform/registrar/epp/connection.ts";
import { largestFrame } from "../../app/platform/registrar/epp/framing.ts";

/** Certificates and keys are PEM. */
export interface RegistryAddress {
	readonly host: string;
	readonly port: number;
	/** The client certificate, if the registry asks for one. */
	readonly cert?: string | undefined;
	readonly key?: string | undefined;
	/** The registry's own authority, if its certificate is not publicly trusted. */
	readonly ca?: string | undefined;
}

interface Options {
	readonly registry: RegistryAddress;
	/** The bridge's certificate, which the shop must trust. */
	readonly cert: string;
	readonly key: string;
	/** The authority that signed the shop's certificate. Anyone else is refused. */
	readonly clientCa: string;
	/** How long the registry may take for a command. */
	readonly timeoutMs?: number;
	/** After this time without a command, the session ends. */
	readonly idleMs?: number;
}

interface Session {
	readonly id: string;
	readonly connection: EppConnection;
	isBusy: boolean;
	idle: NodeJS.Timeout | undefined;
}

/** Opens a TLS connection to a registry. @throws if it can't be opened in time */
export async function connectToRegistry(registry: RegistryAddress, timeoutMs: number): Promise<EppConnection> {
	const { host, port, cert, key, ca } = registry;
	const socket = connectTls({ host, port, servername: host, cert, key, ca, minVersion: "TLSv1.2", timeout: timeoutMs });
	socket.once("timeout", () => socket.destroy(new Error(`${host} did not answer in ${timeoutMs} ms`)));
	await new Promise<void>((resolve, reject) => {
		socket.once("secureConnect", resolve);
		socket.once("error", reject);
	});
	socket.setTimeout(0);
	// Errors after this reach the streams.
	socket.on("error", () => undefined);
	const { readable, writable } = Duplex.toWeb(socket);
	const close = async () => void socket.destroy();
	return connectOver({ readable, writable, close } as ByteStreams, timeoutMs);
}

/**
 * Holds one connection to a registry for a shop whose servers have no fixed address and can't present a client
 * certificate. It passes frames on and stores nothing: the shop logs in. Only a client with a certificate of `clientCa`
 * can connect.
 *
 * `POST /sessions` opens a connection, in place of the current one, and answers with the registry's greeting. `POST` of a
 * command to the address of the session answers with the registry's answer. `DELETE` closes it.
 */
export function createBridge(options: Options): Server {
	const { registry, cert, key, clientCa, timeoutMs = 30_000, idleMs = 10 * 60_000 } = options;
	let current: Session | undefined;

	async function end(session: Session | undefined): Promise<void> {
		if (!session) return;
		clearTimeout(session.idle);
		if (current === session) current = undefined;
		await session.connection.close().catch(() => undefined);
	}

	function rest(session: Session): void {
		clearTimeout(session.idle);
		session.idle = setTimeout(() => void end(session), idleMs);
		session.idle.unref();
	}

	async function open(): Promise<Answer> {
		await end(current);
		const connection = await connectToRegistry(registry, timeoutMs);
		const session: Session = { id: randomUUID(), connection, isBusy: false, idle: undefined };
		// Another request may have opened one in the meantime.
		await end(current);
		current = session;
		rest(session);
		return { status: 201, text: connection.greeting, location: `/sessions/${session.id}` };
	}

	async function exchange(session: Session, request: IncomingMessage): Promise<Answer> {
		if (session.isBusy) return { status: 409, text: "Another command is running" };
		session.isBusy = true;
		clearTimeout(session.idle);
		try {
			const document = await readBody(request);
			if (document === undefined) return { status: 413, text: `A command has at most ${largestFrame} bytes` };
			return { status: 200, text: await session.connection.exchange(document) };
		} catch (error) {
			await end(session);
			throw error;
		} finally {
			session.isBusy = false;
			if (current === session) rest(session);
		}
	}

	async function answer(request: IncomingMessage): Promise<Answer> {
		const { method = "", url = "" } = request;
		if (method === "POST" && url === "/sessions") return open();
		const session = current;
		if (!session || url !== `/sessions/${session.id}`) return { status: 404, text: "There is no such session" };
		if (method === "POST") return exchange(session, request);
		if (method !== "DELETE") return { status: 405, text: "Use POST or DELETE" };
		await end(session);
		return { status: 200, text: "" };
	}

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const startedAt = Date.now();
		let failure: unknown;
		const { status, text, location } = await answer(request).catch((error: Error): Answer => {
			failure = error;
			return { status: 502, text: `The registry can't be reached: ${error.message}` };
		});
		const line = {
			method: request.method ?? "",
			status,
			durationMs: Date.now() - startedAt,
			clientId: idIn(text, "clTRID"),
			providerId: idIn(text, "svTRID"),
		};
		if (failure === undefined) logger.info("bridge_request", line);
		else logger.warn("bridge_request", { ...line, error: failure });
		if (location) response.setHeader("Location", location);
		response.writeHead(status, { "Content-Type": status < 300 ? "application/epp+xml" : "text/plain" }).end(text);
	}

	const access = {
		cert,
		key,
		ca: clientCa,
		requestCert: true,
		rejectUnauthorized: true,
		minVersion: "TLSv1.2",
	} as const;
	const server = createServer(access, (request, response) => void handle(request, response));
	server.on("close", () => void end(current));
	return server;
}

/** An id of a command that the registry's answer repeats. */
const idIn = (answer: string, name: "clTRID" | "svTRID"): string | null =>
	new RegExp(`<(?:\\w+:)?${name}>([^<]{3,64})<`).exec(answer)?.[1] ?? null;

interface Answer {
	readonly status: number;
	readonly text: string;
	readonly location?: string;
}

/** Undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
	const mostBytes = largestFrame - 4;
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of request) {
		length += chunk.length;
		if (length <= mostBytes) chunks.push(chunk);
	}
	return length <= mostBytes ? Buffer.concat(chunks).toString("utf8") : undefined;
}
