import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import setup, { type computeHash } from "argon2id/lib/setup.js";

let ready: Promise<computeHash> | undefined;

/** Argon2id in Node, for the seed and for tests. */
export function loadArgon2id(): Promise<computeHash> {
	ready ??= setup(instantiate("simd"), instantiate("no-simd"));
	return ready;
}

const instantiate = (name: string) => async (imports: WebAssembly.Imports) => {
	const file = createRequire(import.meta.url).resolve(`argon2id/dist/${name}.wasm`);
	const module = new WebAssembly.Module(new Uint8Array(await readFile(file)));
	return { module, instance: new WebAssembly.Instance(module, imports) };
};
