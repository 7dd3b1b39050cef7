import type { CheckedLine } from "./availability";
import type { Line } from "./lines";

export const outOfStock = (name: string): string => `${name} is out of stock. Remove it or save it for later.`;

/** Checks that there are as many pieces as the line has. @param free the free pieces of the products that are counted */
export function checkStock(line: Line, free: ReadonlyMap<string, number>): CheckedLine {
	const { key, name, quantity } = line;
	const left = free.get(line.productId);
	if (left === undefined || left >= quantity) return { line };
	if (left <= 0) return { problem: { key, code: "out_of_stock", message: outOfStock(name), blocks: true } };
	const message = `Only ${left} of ${name} ${left === 1 ? "is" : "are"} left. Lower the quantity to continue.`;
	return { line, problem: { key, code: "quantity", message, blocks: true } };
}
