import { argumentInChain, methodCall, nodesOf, textOf } from "./syntax";

const unnamed = /\binsert\s+(or\s+\w+\s+)?into\s+(\$\{[^}]*\}|\S+)\s+(select|with)\b/gi;

/** Finds inserts from a select that name no columns, written with Drizzle or as SQL. */
export function rawInserts(file: string, source: string): string[] {
	if (!/insert/i.test(source)) return [];
	return nodesOf(file, source).flatMap((node) => {
		if (node.type === "TemplateLiteral" || node.type === "Literal") return textOf(source, node).match(unnamed) ?? [];
		const call = methodCall(source, node);
		const table = call?.method === "select" ? argumentInChain(source, call.on, "insert") : undefined;
		return table === undefined ? [] : [`.insert(${table}).select`];
	});
}
