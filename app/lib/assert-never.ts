/** Fails to compile when a case of a union is not handled. */
export function assertNever(value: never): never {
	throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
