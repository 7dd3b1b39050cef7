import { useEffect, useMemo } from "react";
import { toast } from "~/islands/toast";
import type { Failure } from "~/lib/result";
import { FormProblem } from "./form-problem";

interface FormFailureProps {
	failure?: Failure | null | undefined;
	/** Fields whose message belongs above the form, not beside the field. */
	whole?: readonly string[];
}

/** What went wrong, said by a toast, too. */
export function FormFailure({ failure, whole = [] }: FormFailureProps) {
	useEffect(() => {
		if (failure) toast(failure.message, "error");
	}, [failure]);
	// The message says when to come back.
	const said = useMemo(() => failure && { ...failure, retryAfter: undefined }, [failure]);
	return <FormProblem failure={said} whole={whole} />;
}
