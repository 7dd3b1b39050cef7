import { useEffect, useId, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { toast } from "~/islands/toast";
import type { Failure } from "~/lib/result";

export type OptimisticAnswer = { readonly failure?: Failure } | null;

/** Prefix of the fetcher keys. */
export const optimisticKeyPrefix = "optimistic ";

const reported = new WeakSet<Failure>();

/** Shows a failure as a toast. Only once, because both the control and the layout call it. */
export function reportFailure(answer: OptimisticAnswer | undefined): void {
	const failure = answer?.failure;
	if (!failure || reported.has(failure)) return;
	reported.add(failure);
	toast(failure.message, "error");
}

/**
 * Optimistic UI: shows the submitted value right away and reverts to the stored value if the action fails. Failures show
 * as a toast, also if the control is gone by then (optimistic-failures.tsx). For actions that rarely fail. The action
 * must return a redirect, `null` or `failureData`.
 *
 *     const { Form, shown } = useOptimistic(task.completed, (form) => form.get("completed") === "on");
 *     return <Form method="post"><Switch name="completed" on={shown} label={task.name} /></Form>;
 *
 * The form works without script too. To remove a row, let the value mean "is removed" and return null for the row. The
 * action can return `flashHeaders({ message, undo })` of lib/flash, which shows an Undo button in the portal.
 * @param stored the current value
 * @param submittedValue reads the new value from the form
 */
export function useOptimistic<T>(stored: T, submittedValue: (form: FormData) => T) {
	const id = useId();
	const { key: locationKey } = useLocation();
	const [key] = useState(`${optimisticKeyPrefix}${locationKey} ${id}`);
	const fetcher = useFetcher<OptimisticAnswer>({ key });
	const answer = fetcher.state === "idle" ? fetcher.data : undefined;
	useEffect(() => reportFailure(answer), [answer]);
	return {
		Form: fetcher.Form,
		submit: fetcher.submit,
		shown: fetcher.formData ? submittedValue(fetcher.formData) : stored,
		busy: fetcher.state !== "idle",
	};
}
