/**
 * Extensions with a type of contact of their own, and those whose orders need data that we don't ask for
 * (manage.resellerclub.com/kb/answer/790; FOSSBilling, Resellerclub.php; WHMCS, resellerclub.php).
 */
const types: Readonly<Record<string, string>> = {
	...{ co: "CoContact", de: "DeContact", eu: "EuContact", uk: "UkContact" },
};
const withAdditionalData: ReadonlySet<string> = new Set(
	"asia au br ca cl cn coop es fr lat mx nl nyc ru tel us xxx".split(" "),
);

/** Undefined if an order of the name needs additional data. */
export function contactTypeOf(name: string): string | undefined {
	const last = name.slice(name.lastIndexOf(".") + 1);
	return withAdditionalData.has(last) ? undefined : (types[last] ?? "Contact");
}
