/** An object whose properties are created when they are first read. Each gets the object, to read others from it. */
export function lazy<T extends object>(create: { readonly [Name in keyof T]: (all: T) => T[Name] }): T {
	const all = {} as T;
	for (const name of Object.keys(create) as (keyof T)[]) {
		const get = () => {
			const value = create[name](all);
			Object.defineProperty(all, name, { value, enumerable: true });
			return value;
		};
		Object.defineProperty(all, name, { get, enumerable: true, configurable: true });
	}
	return all;
}
