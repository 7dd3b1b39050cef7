import { createMemoryD1 } from "./memory-d1";

/** What `cloudflare:workers` and `cloudflare:sockets` export, for unit tests. They use the helpers of the Worker tests. */

const database = createMemoryD1();
const tokens = new Map<string, string>();

export const env = {
	...{ ENVIRONMENT: "test", APP_ORIGIN: "https://kikoa.test", MAIL_FROM: "Kikoa <hello@kikoa.example>" },
	...{ REGISTRARS: "sandbox=*", DNS: "sandbox", HOSTING: "sandbox", PAYMENTS: "sandbox", MAILER: "inbox" },
	...{ BREACHED_PASSWORDS: "stand-in", CHAT_WIDGET_SRC: "" },
	PASSWORD_PEPPER: "pepper-for-tests-0000000000000000000000",
	TOKEN_SECRET: "token-secret-for-tests-00000000000000000",
	DB: database.d1,
	TOKENS: {
		get: async (key: string) => tokens.get(key) ?? null,
		put: async (key: string, value: string) => void tokens.set(key, value),
		delete: async (key: string) => void tokens.delete(key),
	},
};

/** The app's Durable Objects extend it and open sockets. No unit test uses them. */
export class DurableObject {}
export const connect = undefined;

/** The Cache API, which may lose any entry at any time. */
globalThis.caches ??= {
	open: async () => ({ match: async () => undefined, put: async () => {}, delete: async () => false }),
} as unknown as CacheStorage;

export const usesDatabase = (): boolean => database.isOpen();

/** Each test file starts with empty tables. */
export function emptyBindings(): void {
	database.empty();
	tokens.clear();
}
