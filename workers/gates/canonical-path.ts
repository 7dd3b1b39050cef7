/**
 * One spelling for every path that reaches the same page: `//Login/`, `/%6Cogin` and `/login.data` are `/login`.
 * Limits and gates decide by this form, so that no other spelling slips past them.
 */
export function canonicalPath(pathname: string): string {
	const decoded = decode(decode(pathname));
	const plain = decoded
		.toLowerCase()
		.replace(/[\\/]+/g, "/")
		.replace(/\/_\.data$/, "")
		.replace(/\.data$/, "")
		.replace(/(.)\/$/, "$1");
	return plain === "/_root" || plain === "" ? "/" : plain;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
