import { argumentInChain, isNode, methodCall, type Node, nodesOf, textOf } from "./syntax";

/**
 * What the source may write to the `state` or `status` of a table's existing rows: the column's name, or the expression
 * whose columns can't be read from the source.
 */
export function statusWrites(source: string, table: string): string[] {
	function columnsOf(set: Node | undefined): string[] {
		if (!set) return [];
		if (set.type !== "ObjectExpression") return [textOf(source, set)];
		return (set.properties as Node[]).flatMap((property) => {
			if (property.type === "SpreadElement") return [textOf(source, property)];
			const name = textOf(source, property.key as Node);
			return name === "state" || name === "status" ? [name] : [];
		});
	}

	function writesOf(node: Node): string[] {
		const call = methodCall(source, node);
		if (call?.method === "set" && argumentInChain(source, call.on, "update") === table) return columnsOf(call.argument);
		if (call?.method === "onConflictDoUpdate" && argumentInChain(source, call.on, "insert") === table) {
			const properties = (call.argument?.properties ?? []) as Node[];
			const set = properties.find(({ key }) => isNode(key) && textOf(source, key) === "set");
			return columnsOf(set?.value as Node | undefined);
		}
		return [];
	}

	return source.includes(`(${table})`) ? nodesOf("module.ts", source).flatMap(writesOf) : [];
}
