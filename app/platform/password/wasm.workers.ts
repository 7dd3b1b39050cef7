import plain from "argon2id/dist/no-simd.wasm";
import simd from "argon2id/dist/simd.wasm";
import setup, { type computeHash } from "argon2id/lib/setup.js";

let ready: computeHash | undefined;

/**
 * Argon2id in workerd, which refuses to compile WebAssembly at run time: the modules come from the bundle. One instance
 * per isolate, because its memory never shrinks; it is kept as a value, since a promise belongs to one request.
 */
export async function loadArgon2id(): Promise<computeHash> {
	ready ??= await setup(instantiate(simd), instantiate(plain));
	return ready;
}

const instantiate = (module: WebAssembly.Module) => (imports: WebAssembly.Imports) => ({
	module,
	instance: new WebAssembly.Instance(module, imports),
});
