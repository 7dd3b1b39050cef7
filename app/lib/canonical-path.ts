/**
 * Normalises paths that reach the same page: `//Login/`, `/%6Cogin` and `/login.data` become `/login`. Gates compare this
 * form, so that another spelling can't bypass them.
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
