import type { Clock } from "~/lib/clock";
import { MINUTE } from "~/lib/durations";
import { errorMessage } from "~/lib/error-message";
import { randomToken } from "~/lib/ids";
import { type EppResponse, type Greeting, parseGreeting, parseResponse } from "./answers";
import { type EppCommand, hello, login, logout, namespaces, transactionId } from "./commands";
import type { EppConnection } from "./connection";

export interface EppAccount {
	readonly user: string;
	readonly password: string;
	/** If the registry still has this password, the login replaces it by the new one. */
	readonly previousPassword?: string | undefined;
}

/** The result of a command. A value, because errors lose their class between isolates. */
export type Exchanged =
	| { readonly state: "answered"; readonly answer: string; readonly offers: Offers }
	/** The registry has not seen the command. */
	| { readonly state: "unsent"; readonly problem: SessionProblem; readonly message: string }
	/** The answer was lost, so the command may have been done. */
	| { readonly state: "unknown"; readonly message: string };

export type Offers = Pick<Greeting, "objects" | "extensions">;

/** Why there is no session. `busy`: the registry allows no more of them. */
export type SessionProblem = "credentials" | "busy" | "unreachable";

export interface EppSession {
	/** Waits until earlier commands are answered. Never throws. */
	exchange(command: EppCommand): Promise<Exchanged>;
	/** Logs out. The next command logs in again. */
	close(): Promise<void>;
}

class NoSession extends Error {
	override name = "NoSession";
	constructor(
		readonly problem: SessionProblem,
		message: string,
	) {
		super(message);
	}
}

interface Options {
	readonly connect: () => Promise<EppConnection>;
	readonly account: EppAccount;
	readonly clock: Clock;
}

/** After this time, `hello` shows whether the registry still has the session. Many end it after ten minutes. */
const checkAfterMs = MINUTE;

/**
 * 2200 and 2501: wrong credentials. 2502: too many sessions. 2002: not logged in. The registry closes the connection after
 * 2500 to 2502.
 */
const isRefusedLogin = (code: number) => code === 2200 || code === 2501;
const endsSession = (code: number) => code === 1500 || code === 2002 || (code >= 2500 && code <= 2502);

/** A session at a registry (RFC 5730, section 2), which is opened when a command needs it. */
export function createEppSession({ connect, account, clock }: Options): EppSession {
	let current: { readonly connection: EppConnection; readonly offers: Offers; usedAt: number } | undefined;
	let last: Promise<unknown> = Promise.resolve();

	function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
		const result = last.then(work);
		last = result.catch(() => undefined);
		return result;
	}

	/** Ends the session without a word, because the connection is broken or the registry has ended it. */
	async function drop(): Promise<void> {
		const { connection } = current ?? {};
		current = undefined;
		await connection?.close().catch(() => undefined);
	}

	/** @throws if the answer is not to this command */
	async function send(
		connection: EppConnection,
		command: EppCommand,
	): Promise<{ answer: string; response: EppResponse }> {
		const answer = await connection.exchange(command.frame);
		const response = parseResponse(answer);
		if (response.commandId !== null && response.commandId !== command.id)
			throw new Error("The registry answered another command");
		return { answer, response };
	}

	async function logIn(password: string, newPassword?: string) {
		const connection = await connect();
		try {
			const { objects, extensions } = parseGreeting(connection.greeting);
			const known: readonly string[] = Object.values(namespaces);
			const offers = {
				objects: objects.filter((uri) => known.includes(uri)),
				extensions: extensions.filter((uri) => known.includes(uri)),
			};
			const id = transactionId(randomToken().slice(0, 20), "login");
			const credentials = { user: account.user, password, ...(newPassword !== undefined && { newPassword }) };
			const { response } = await send(connection, login(id, { ...credentials, ...offers }));
			if (response.code < 2000) return { connection, offers, usedAt: clock() };
			const problem = isRefusedLogin(response.code) ? "credentials" : response.code === 2502 ? "busy" : "unreachable";
			throw new NoSession(problem, `${response.code}: ${response.message}`);
		} catch (error) {
			await connection.close().catch(() => undefined);
			throw error;
		}
	}

	async function open() {
		const { password, previousPassword } = account;
		try {
			return await logIn(password);
		} catch (error) {
			const isOld = error instanceof NoSession && error.problem === "credentials" && previousPassword !== undefined;
			if (!isOld) throw error;
			return await logIn(previousPassword, password);
		}
	}

	async function check(): Promise<void> {
		if (!current || clock() - current.usedAt < checkAfterMs) return;
		await current.connection.exchange(hello()).then(parseGreeting).catch(drop);
	}

	async function exchange(command: EppCommand): Promise<Exchanged> {
		try {
			await check();
			current ??= await open();
		} catch (error) {
			const problem = error instanceof NoSession ? error.problem : "unreachable";
			return { state: "unsent", problem, message: errorMessage(error) };
		}
		const session = current;
		try {
			const { answer, response } = await send(session.connection, command);
			session.usedAt = clock();
			if (endsSession(response.code)) await drop();
			return { state: "answered", answer, offers: session.offers };
		} catch (error) {
			await drop();
			return { state: "unknown", message: errorMessage(error) };
		}
	}

	return {
		exchange: (command) => inTurn(() => exchange(command)),
		close: () =>
			inTurn(async () => {
				const id = transactionId(randomToken().slice(0, 20), "logout");
				await current?.connection.exchange(logout(id).frame).catch(() => undefined);
				await drop();
			}),
	};
}
