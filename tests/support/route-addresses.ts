interface Entry {
	readonly path?: string;
	readonly index?: boolean;
	readonly children?: readonly Entry[];
}

const patternsOf = (entries: readonly Entry[], parent = ""): string[] =>
	entries.flatMap(({ path, children }) => {
		const pattern = path ? `${parent}/${path}` : parent;
		return children ? patternsOf(children, pattern) : [pattern || "/"];
	});

/** Every address of the site outside the desk, with an example for each parameter. @param routes of app/routes.ts */
export const addressesOf = (routes: readonly unknown[]): readonly string[] =>
	[...new Set(patternsOf(routes as readonly Entry[]))]
		.filter((pattern) => !pattern.startsWith("/desk"))
		.map((pattern) => pattern.replace(/:\w+/g, "dom_abc123").replace("*", "anything"));
