import type { Failure } from "~/lib/result";

/** The proof of work that the failure asks for. islands/proof-of-work.ts computes it and sends the form again. */
export function ProofOfWork({ failure }: { failure?: Failure | null | undefined }) {
	const proof = failure?.proof;
	if (!proof) return null;
	return (
		<proof-of-work class="contents" data-challenge={proof.challenge} data-bits={proof.bits}>
			<input type="hidden" name="proof" defaultValue="" />
		</proof-of-work>
	);
}
