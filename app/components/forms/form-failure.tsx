import { useEffect, useRef } from "react";
import { toast } from "~/islands/toast";
import type { Failure } from "~/lib/result";
import { FormError } from "./form-error";

interface FormFailureProps {
	failure?: Failure | null;
	/** Fields whose message belongs above the form, not beside the field. */
	whole?: readonly string[];
}

/**
 * What went wrong: a toast, and an alert above the form. When single fields are wrong they say so themselves, and the
 * first of them takes the focus.
 */
export function FormFailure({ failure, whole = [] }: FormFailureProps) {
	const place = useRef<HTMLSpanElement>(null);
	const fields = Object.keys(failure?.fields ?? {}).filter((field) => !whole.includes(field));
	const besideFields = fields.length > 0;
	useEffect(() => {
		if (!failure) return;
		toast(failure.message, "error");
		if (besideFields) place.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
	}, [failure, besideFields]);
	return (
		<>
			<span ref={place} hidden />
			{/* The message says when to come back. */}
			{failure && !besideFields && <FormError failure={{ ...failure, retryAfter: undefined }} />}
		</>
	);
}
