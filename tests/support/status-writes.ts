import { parseAst } from "vite";

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/**
 * What the source may write to the `state` or `status` of a table's existing rows: the column's name, or the expression
 * whose columns can't be read from the source.
 */
export function statusWrites(source: string, table: string): string[] {
	const textOf = (node: Node) => source.slice(node.start, node.end);

	function columnsOf(set: Node | undefined): string[] {
		if (!set) return [];
		if (set.type !== "ObjectExpression") return [textOf(set)];
		return (set.properties as Node[]).flatMap((property) => {
			if (property.type === "SpreadElement") return [textOf(property)];
			const name = textOf(property.key as Node);
			return name === "state" || name === "status" ? [name] : [];
		});
	}

	/** `….method(argument)` as its method, its first argument and what it is called on. */
	function callOf(node: unknown) {
		if (!isNode(node) || node.type !== "CallExpression") return undefined;
		const callee = node.callee as Node;
		if (callee.type !== "MemberExpression") return undefined;
		const [argument] = node.arguments as Node[];
		return { method: textOf(callee.property as Node), argument, on: callee.object as Node };
	}

	/** Is the statement about the table: `update(table)` or `insert(table)` somewhere in the chain? */
	function startsWith(node: Node, method: string): boolean {
		const call = callOf(node);
		if (!call) return false;
		if (call.method === method) return call.argument !== undefined && textOf(call.argument) === table;
		return startsWith(call.on, method);
	}

	function writesOf(node: Node): string[] {
		const call = callOf(node);
		if (call?.method === "set" && startsWith(call.on, "update")) return columnsOf(call.argument);
		if (call?.method === "onConflictDoUpdate" && startsWith(call.on, "insert")) {
			const properties = (call.argument?.properties ?? []) as Node[];
			const set = properties.find(({ key }) => isNode(key) && textOf(key) === "set");
			return columnsOf(set?.value as Node | undefined);
		}
		return [];
	}

	const walk = (node: Node): string[] => [...writesOf(node), ...childrenOf(node).flatMap(walk)];
	return source.includes(`(${table})`) ? walk(parseAst(source, { lang: "ts" }) as unknown as Node) : [];
}
