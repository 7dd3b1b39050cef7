/** Which domain extensions there are. Without the leading dot, lower case. */
interface KnownExtensions {
	/** Whether new customers can buy names under it. */
	isSold(tld: string): boolean;
	/** Whether names under it were ever sold. */
	isKnown(tld: string): boolean;
}

let known: KnownExtensions | undefined;

/** The server provides those of the current catalogue (scope.server.ts), islands/search-page.ts those of its page. */
export function provideExtensions(extensions: KnownExtensions): void {
	known = extensions;
}

function extensions(): KnownExtensions {
	if (!known) throw new Error("No list of extensions was provided");
	return known;
}

/** Whether new customers can buy names under it. With or without its leading dot. */
export const isSold = (tld: string): boolean => extensions().isSold(withoutDot(tld));

/** Whether names under it were ever sold. With or without its leading dot. */
export const isKnownExtension = (tld: string): boolean => extensions().isKnown(withoutDot(tld));

export const withoutDot = (tld: string): string => tld.replace(/^\./, "").toLowerCase();
