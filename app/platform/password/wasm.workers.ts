import plain from "argon2id/dist/no-simd.wasm";
import simd from "argon2id/dist/simd.wasm";
import setup, { type computeHash } from "argon2id/lib/setup.js";

let ready: computeHash | undefined;

/**
 * Argon2id in workerd, which can't compile WebAssembly at run time, so the modules are part of the bundle. One instance
 * per isolate, because its memory never shrinks. Stores the value, because a promise belongs to one request.
 */
export async function loadArgon2id(): Promise<computeHash> {
	ready ??= await setup(instantiate(simd), instantiate(plain));
	return ready;
}

const instantiate = (module: WebAssembly.Module) => (imports: WebAssembly.Imports) => ({
	module,
	instance: new WebAssembly.Instance(module, imports),
});
