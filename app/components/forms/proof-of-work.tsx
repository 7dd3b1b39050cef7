import { useEffect, useRef } from "react";
import type { Failure } from "~/lib/result";

/**
 * Where a form had too many attempts from its network address: computes the proof of work and sends the form again.
 * Without script the message says how long to wait instead.
 */
export function ProofOfWork({ failure }: { failure?: Failure | null | undefined }) {
	const field = useRef<HTMLInputElement>(null);
	const proof = failure?.proof;
	useEffect(() => {
		if (!proof) return;
		let wanted = true;
		const solve = async () => {
			const { findProof } = await import("~/lib/proof-of-work");
			const solution = await findProof(proof);
			if (!wanted || !field.current) return;
			field.current.value = solution;
			field.current.form?.requestSubmit();
		};
		solve().catch((error: unknown) => console.warn("proof of work", error));
		return () => {
			wanted = false;
		};
	}, [proof]);
	return proof ? <input ref={field} type="hidden" name="proof" defaultValue="" /> : null;
}
