import { argumentInChain, isNode, methodCall, type Node, nodesOf, textOf } from "./syntax";

/**
 * Finds writes to the `state` or `status` of a table. Returns the column's name, or the expression if its columns can't
 * be read from the source.
 */
export function statusWrites(source: string, table: string): string[] {
	const raw = new RegExp(`\\b(update|insert\\s+into)\\s+\\$\\{${table}\\}`, "gi");

	function columnsOf(values: Node | undefined): string[] {
		if (!values) return [];
		if (values.type !== "ObjectExpression") return [textOf(source, values)];
		return (values.properties as Node[]).flatMap((property) => {
			if (property.type === "SpreadElement") return [textOf(source, property)];
			const name = textOf(source, property.key as Node);
			return name === "state" || name === "status" ? [name] : [];
		});
	}

	function writesOf(node: Node): string[] {
		if (node.type === "TemplateLiteral") return textOf(source, node).match(raw) ?? [];
		if (node.type !== "CallExpression") return [];
		if (textOf(source, node.callee as Node) === "insertSelect") {
			const [, into, values] = node.arguments as Node[];
			return into && textOf(source, into) === table ? columnsOf(values) : [];
		}
		const call = methodCall(source, node);
		if (call?.method === "set" && argumentInChain(source, call.on, "update") === table) return columnsOf(call.argument);
		if (!call || argumentInChain(source, call.on, "insert") !== table) return [];
		if (call.method === "values") return columnsOf(call.argument);
		if (call.method === "onConflictDoUpdate") {
			const properties = (call.argument?.properties ?? []) as Node[];
			const set = properties.find(({ key }) => isNode(key) && textOf(source, key) === "set");
			return columnsOf(set?.value as Node | undefined);
		}
		return [];
	}

	return source.includes(table) ? nodesOf("module.ts", source).flatMap(writesOf) : [];
}
