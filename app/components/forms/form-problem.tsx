import { useEffect, useRef } from "react";
import type { Failure } from "~/lib/result";
import { FormError } from "./form-error";

interface FormProblemProps {
	failure?: Failure | null | undefined;
	/** Fields whose message belongs above the form, not beside the field. */
	whole?: readonly string[];
}

/**
 * What is wrong with a form. About the whole of it: an alert above it. When single fields are wrong they say so themselves,
 * and the first of them takes the focus: on a phone it may be far above the button that was pressed.
 */
export function FormProblem({ failure, whole = [] }: FormProblemProps) {
	const place = useRef<HTMLSpanElement>(null);
	const besideFields = Object.keys(failure?.fields ?? {}).some((field) => !whole.includes(field));
	useEffect(() => {
		if (!failure || !besideFields) return;
		place.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [failure, besideFields]);
	return (
		<>
			<span ref={place} hidden />
			{failure && !besideFields && <FormError failure={failure} />}
		</>
	);
}
