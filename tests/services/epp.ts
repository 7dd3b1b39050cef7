import { childOf, childrenOf, childText, type Markup, parseXml, tag, type XmlElement } from "~/lib/xml";
import { namespaces } from "~/platform/registrar/epp/commands";
import { type ByteStreams, connectOver } from "~/platform/registrar/epp/connection";
import { createFrameDecoder, encodeFrame } from "~/platform/registrar/epp/framing";
import { type Answer, createEppObjects } from "./epp-objects";

/**
 * What goes wrong with a command. `closed`: the connection ends, and nothing is done. `silent`: never answered, and
 * nothing is done. `lost`: done, and the connection ends without an answer. `half`: done, and the connection ends in the
 * middle of the answer. A number: refused with this code.
 */
export type EppFault = "closed" | "silent" | "lost" | "half" | number;

interface Connection {
	user: string | null;
	isClosing: boolean;
}

const texts: Readonly<Record<number, string>> = {
	1000: "Command completed successfully",
	1001: "Command completed successfully; action pending",
	1300: "Command completed successfully; no messages",
	1301: "Command completed successfully; ack to dequeue",
	1500: "Command completed successfully; ending session",
};

/** A registry as RFC 5730 to 5734, 5910 and 3915 describe it, with the answers of their examples. State in memory. */
export function createEppServer({ clock, user = "kikoa" }: { readonly clock: () => number; readonly user?: string }) {
	const messages: { id: string; text: string }[] = [];
	const log: string[] = [];
	const logins: { readonly pw: string; readonly newPW: string | undefined }[] = [];
	const planned: { readonly fault: EppFault; readonly matches: RegExp }[] = [];
	const open = new Set<Connection>();
	const state = {
		password: "secret-1",
		balance: 1_000,
		mostSessions: 2,
		hostObjects: true,
		/** Whether the next registration needs a person at the registry. */
		reviews: false,
		/** What the registry does with the report of a restore. `reviews`: it takes the report, and decides later. */
		reports: "accepts" as "accepts" | "refuses" | "reviews",
		/** Whether the registry tells authorization codes to the registrar. */
		showsAuthCodes: true,
		isDown: false,
	};
	let ids = 0;
	const newId = () => String(++ids);
	const objects = createEppObjects({
		...{ clock, user, state, newId },
		announce: (text) => void messages.push({ id: newId(), text }),
	});

	const greeting = () =>
		tag(
			"greeting",
			null,
			tag("svID", null, "Example EPP server"),
			tag("svDate", null, new Date(clock()).toISOString()),
			tag(
				"svcMenu",
				null,
				tag("version", null, "1.0"),
				tag("lang", null, "en"),
				[namespaces.domain, namespaces.contact, ...(state.hostObjects ? [namespaces.host] : [])].map((uri) =>
					tag("objURI", null, uri),
				),
				tag(
					"svcExtension",
					null,
					[namespaces.secDNS, namespaces.rgp, "urn:example:unknown-1.0"].map((uri) => tag("extURI", null, uri)),
				),
			),
		);

	function logIn(command: XmlElement, connection: Connection): Answer {
		const [pw = "", newPW] = [childText(command, "pw"), childText(command, "newPW")];
		logins.push({ pw, newPW });
		const asked = [
			...childrenOf(childOf(command, "svcs"), "objURI"),
			...childrenOf(childOf(childOf(command, "svcs"), "svcExtension"), "extURI"),
		].map(({ text }) => text);
		if (connection.user) return { code: 2002 };
		if (asked.includes("urn:example:unknown-1.0") || asked.length === 0) return { code: 2307 };
		if (childText(command, "clID") !== user || pw !== state.password) return { code: 2200 };
		if ([...open].filter((one) => one.user).length >= state.mostSessions) return { code: 2502 };
		if (newPW !== undefined) state.password = newPW;
		connection.user = user;
		return { code: 1000 };
	}

	function poll(command: XmlElement): Answer {
		if (command.attributes.get("op") === "req") return { code: messages.length > 0 ? 1301 : 1300 };
		if (messages[0]?.id !== command.attributes.get("msgID")) return { code: 2303 };
		messages.shift();
		return { code: 1000 };
	}

	function perform(command: XmlElement, extension: XmlElement | undefined, connection: Connection): Answer {
		if (command.name === "login") return logIn(command, connection);
		if (!connection.user) return { code: 2002 };
		if (command.name === "logout") return { code: 1500 };
		return command.name === "poll" ? poll(command) : objects.perform(command, extension);
	}

	function response({ code, data: resData, extension }: Answer, id: string): string {
		const [message] = messages;
		const queue =
			message &&
			tag("msgQ", { count: messages.length, id: message.id }, code === 1301 && tag("msg", null, message.text));
		return document(
			tag(
				"response",
				null,
				tag("result", { code }, tag("msg", null, texts[code] ?? "Refused")),
				queue,
				resData && tag("resData", null, resData),
				extension && tag("extension", null, extension),
				tag("trID", null, tag("clTRID", null, id), tag("svTRID", null, newId())),
			),
		);
	}

	const document = (content: Markup) =>
		`<?xml version="1.0" encoding="UTF-8"?>\n${tag("epp", { xmlns: namespaces.epp }, content).markup}\n`;

	/** The answer to a document, and what the connection does then. Undefined: none. */
	function answer(source: string, connection: Connection): { text: string; fault?: EppFault } | undefined {
		const [content] = parseXml(source).children;
		if (content?.name === "hello") {
			log.push("hello");
			return { text: document(greeting()) };
		}
		const [command] = content?.children ?? [];
		if (!content || !command) return { text: response({ code: 2001 }, "") };
		const [object] = command.children;
		const subject =
			command.name === "login" || !object ? "" : ` ${childText(object, "name") ?? childText(object, "id") ?? ""}`;
		const line = `${command.name}${subject}`;
		log.push(line);
		const index = planned.findIndex(({ matches }) => matches.test(line));
		const fault = index < 0 ? undefined : planned.splice(index, 1)[0]?.fault;
		if (fault === "silent") return undefined;
		if (fault === "closed") return { text: "", fault };
		const id = childText(content, "clTRID") ?? "";
		const result =
			typeof fault === "number" ? { code: fault } : perform(command, childOf(content, "extension"), connection);
		connection.isClosing = [1500, 2500, 2501, 2502].includes(result.code);
		return { text: response(result, id), ...(fault !== undefined && { fault }) };
	}

	async function serve(readable: ReadableStream<Uint8Array>, writable: WritableStream<Uint8Array>): Promise<void> {
		const [reader, writer, decoder] = [readable.getReader(), writable.getWriter(), createFrameDecoder()];
		const connection: Connection = { user: null, isClosing: false };
		open.add(connection);
		/** In pieces, as a network does. */
		const send = async (bytes: Uint8Array) => {
			for (let at = 0; at < bytes.length; at += 400) await writer.write(bytes.slice(at, at + 400));
		};
		try {
			await send(encodeFrame(document(greeting())));
			while (!connection.isClosing) {
				const { value, done } = await reader.read();
				if (done) break;
				for (const source of decoder.push(value)) {
					const answered = answer(source, connection);
					if (!answered) continue;
					const frame = encodeFrame(answered.text);
					if (answered.fault === "half") await send(frame.slice(0, frame.length / 2));
					connection.isClosing ||= answered.fault !== undefined && typeof answered.fault !== "number";
					if (answered.fault === undefined || typeof answered.fault === "number") await send(frame);
				}
			}
		} finally {
			open.delete(connection);
			await Promise.allSettled([writer.close(), reader.cancel()]);
		}
	}

	return {
		...objects,
		...{ state, messages, log, logins, serve },
		/** Commands whose line, such as `create shop.ke`, begins with this text. */
		count: (start: string) => log.filter((line) => line.startsWith(start)).length,
		/** @param matches the command's line. Default: the next one */
		plan: (fault: EppFault, matches = /./): void => void planned.push({ fault, matches }),
		/** A new connection. */
		async accept(): Promise<ByteStreams> {
			if (state.isDown) throw new Error("Connection refused");
			const [up, down] = [new TransformStream<Uint8Array>(), new TransformStream<Uint8Array>()];
			const served = serve(up.readable, down.writable).catch(() => undefined);
			const close = async () => void (await Promise.race([served, up.readable.cancel().catch(() => undefined)]));
			return { readable: down.readable, writable: up.writable, close };
		},
	};
}

export type EppServer = ReturnType<typeof createEppServer>;

/** The bridge to a registry, as a binding with a client certificate reaches it. */
export function createEppBridge(server: Pick<EppServer, "accept">) {
	const sessions = new Map<string, Awaited<ReturnType<typeof connectOver>>>();
	return {
		async fetch(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
			const { method, url, body } = new Request(address as string, init);
			const { pathname } = new URL(url);
			if (pathname === "/sessions") {
				const connection = await connectOver(await server.accept(), 300);
				const location = `/sessions/${sessions.size}`;
				sessions.set(location, connection);
				return new Response(connection.greeting, { status: 201, headers: { Location: location } });
			}
			const connection = sessions.get(pathname);
			if (!connection) return new Response("There is no such session", { status: 404 });
			if (method === "DELETE") await connection.close();
			return new Response(method === "POST" ? await connection.exchange(await new Response(body).text()) : "");
		},
	};
}
