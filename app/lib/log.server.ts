// scripts/epp-bridge.mjs runs this file in Node without a build, so the imports have their extensions.
import { AsyncLocalStorage } from "node:async_hooks";
import { type ErrorSummary, summarizeError } from "./error-summary.ts";
import type { LogEvent } from "./log-events.ts";

export type LogLevel = "info" | "warn" | "error";

/**
 * The fields of a line: ids, codes and numbers. Free text, names, addresses and secrets are not allowed (docs/logs.md). A
 * string that does not look like an id or a code is left out.
 */
export interface LogFields {
	/** Of the request that caused it, also through the outbox. */
	readonly requestId?: string | null;
	readonly method?: string;
	/** Without ids and the query (`maskedPath`). */
	readonly path?: string;
	readonly country?: string | null;
	readonly status?: number;
	readonly outcome?: string;
	readonly reason?: string | null;
	/** A service's own code of an error or an answer. */
	readonly code?: string | number | null;
	readonly durationMs?: number;
	/** The outside service, as settings name it: `mpesa`, `openprovider`, `resend`. */
	readonly service?: string;
	readonly host?: string;
	readonly operation?: string;
	/** The service's id of the request, payment or email. */
	readonly providerId?: string | null;
	/** Our id of an EPP command. */
	readonly clientId?: string | null;
	/** Minor units. */
	readonly amount?: number;
	readonly currency?: string;
	/** How a customer paid: `mpesa`, `card` … */
	readonly paidBy?: string;
	readonly roundTrips?: number;
	/** Of an event in the outbox. */
	readonly eventId?: string;
	readonly ticketId?: string;
	/** Bytes. */
	readonly size?: number;
	readonly eventKind?: string;
	readonly messageId?: string;
	readonly attempts?: number;
	readonly jobId?: string;
	readonly jobKind?: string;
	readonly task?: string;
	readonly accountId?: string | null;
	readonly addonId?: string;
	readonly cardId?: string;
	readonly checkId?: string;
	readonly documentId?: string;
	readonly domainId?: string;
	readonly fileId?: string;
	readonly invoiceId?: string;
	readonly orderId?: string;
	readonly paymentId?: string;
	readonly planId?: string;
	readonly projectId?: string;
	readonly rowId?: string;
	readonly refundId?: string;
	readonly part?: string;
	readonly page?: number;
	readonly count?: number;
	readonly of?: string;
	/** Logged without its message, which may contain anything (`summarizeError`). */
	readonly error?: unknown;
}

/** Fields of every line that is written while `run` and what it started are running. */
interface LogContext extends Omit<LogFields, "error"> {
	/** One short line for people in place of JSON, only for warnings and errors, which are complete. For local use. */
	readonly isReadable?: boolean;
	/** Gets each line too. If it throws, the work goes on. */
	readonly onLine?: (line: LogLine) => void;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Adds fields to every line that is written while `run`, or work that it starts, is running. */
export const withLogContext = <T>(context: LogContext, run: () => T): T =>
	contexts.run({ ...contexts.getStore(), ...context }, run);

/** The id of the request that causes what is running now. Null for work of a cron. */
export const currentRequestId = (): string | null => contexts.getStore()?.requestId ?? null;

export interface LogLine {
	readonly level: LogLevel;
	readonly event: LogEvent;
	readonly fields: LogFields;
}

/** Get each line before it is written. For tests, which show the error that a line leaves out. */
export const logListeners = new Set<(line: LogLine) => void>();

/** The operator's log: one JSON object in a line (docs/logs.md). */
export const logger = {
	info: (event: LogEvent, fields: LogFields = {}) => write("info", event, fields),
	warn: (event: LogEvent, fields: LogFields = {}) => write("warn", event, fields),
	/** For what should not happen. Operators set an alarm on these. */
	error: (event: LogEvent, fields: LogFields = {}) => write("error", event, fields),
};

function write(level: LogLevel, event: LogEvent, own: LogFields): void {
	const { isReadable = false, onLine, ...context } = contexts.getStore() ?? {};
	const { error, ...fields } = { ...context, ...own };
	for (const listener of [...logListeners, ...(onLine ? [onLine] : [])]) {
		try {
			listener({ level, event, fields: { ...fields, error } });
		} catch {
			// A metric must not fail what it measures.
		}
	}
	if (isReadable) {
		if (level !== "info") print(level, readableLine(event, fields), error);
		return;
	}
	const line = { time: new Date().toISOString(), level, event, ...known(fields), ...summary(error) };
	print(level, JSON.stringify(line));
}

function print(level: LogLevel, line: string, error?: unknown): void {
	console[level](...(error === undefined ? [line] : [line, error]));
}

const readableLine = (event: LogEvent, fields: Omit<LogFields, "error">): string =>
	[event, ...Object.entries(known(fields)).map(([name, value]) => `${name}=${value}`)].join(" ");

const summary = (error: unknown): { error?: ErrorSummary } =>
	error === undefined ? {} : { error: summarizeError(error) };

function known(fields: Omit<LogFields, "error">): Record<string, string | number> {
	const entries = Object.entries(fields).flatMap(([name, value]) =>
		value === undefined || value === null ? [] : [[name, safe(value)]],
	);
	return Object.fromEntries(entries);
}

const idOrCode = /^[\w.:/*+=~-]{1,160}$/;
const phone = /^(\+?254|0)[17]\d{8}$/;

const safe = (value: string | number): string | number =>
	typeof value === "number" || (idOrCode.test(value) && !phone.test(value)) ? value : "(left out)";
