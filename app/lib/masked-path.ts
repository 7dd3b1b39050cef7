/** Words of addresses: `checkout`, `RequestToken`, `register.json`, `v1beta`. Not a row's id (lib/ids.ts). */
const word = /^(?![a-z]{3}_[a-z2-7]{17})(?:[a-z][a-z_-]{0,23}|v\d[a-z\d]{0,8})(?:\.(?:data|json))?$/i;

/**
 * A path for the log, with `:` for each part that is not a plain word: ids, tokens, domain names, phone numbers. Without
 * the query.
 */
export const maskedPath = (pathname: string): string =>
	pathname
		.split("/")
		.map((part) => (part === "" || word.test(part) ? part : ":"))
		.join("/")
		.slice(0, 120);
