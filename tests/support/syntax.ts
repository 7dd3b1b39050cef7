import { parseAst } from "vite";

export type Node = {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
};

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/** All nodes of a module, each before the nodes inside it. `file` tells whether it has JSX. */
export function nodesOf(file: string, source: string): Node[] {
	const walk = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(walk)];
	return walk(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }) as unknown as Node);
}

export const textOf = (source: string, { start, end }: Node): string => source.slice(start, end);

/** Splits the call `on.method(argument)`. */
export function methodCall(source: string, node: unknown) {
	if (!isNode(node) || node.type !== "CallExpression") return undefined;
	const callee = node.callee as Node;
	if (callee.type !== "MemberExpression") return undefined;
	const [argument] = node.arguments as Node[];
	return { method: textOf(source, callee.property as Node), argument, on: callee.object as Node };
}

/** The argument of `method(…)` somewhere in the chain `a.method(…).b().c()`. */
export function argumentInChain(source: string, node: Node, method: string): string | undefined {
	const call = methodCall(source, node);
	if (!call) return undefined;
	if (call.method === method) return call.argument && textOf(source, call.argument);
	return argumentInChain(source, call.on, method);
}
