import { useEffect, useRef } from "react";
import type { Failure } from "~/lib/result";

/**
 * After too many attempts from one network address: computes the proof of work that the failure asks for and resubmits
 * the form. Without script the error message says how long to wait.
 */
export function ProofOfWork({ failure }: { failure?: Failure | null | undefined }) {
	const field = useRef<HTMLInputElement>(null);
	const proof = failure?.proof;
	useEffect(() => {
		if (!proof) return;
		let unmounted = false;
		const solve = async () => {
			const { findProof } = await import("~/lib/proof-of-work");
			const solution = await findProof(proof);
			if (unmounted || !field.current) return;
			field.current.value = solution;
			field.current.form?.requestSubmit();
		};
		solve().catch((error: unknown) => console.warn("proof of work", error));
		return () => {
			unmounted = true;
		};
	}, [proof]);
	return proof ? <input ref={field} type="hidden" name="proof" defaultValue="" /> : null;
}
