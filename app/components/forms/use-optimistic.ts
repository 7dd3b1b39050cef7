import { useEffect, useId, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { toast } from "~/islands/toast";
import type { Failure } from "~/lib/result";

export type OptimisticAnswer = { readonly failure?: Failure } | null;

/** How the keys of these fetchers begin. */
export const optimistic = "optimistic ";

const told = new WeakSet<Failure>();

/** Says once what could not be done, whoever of the two hears of it first: the control or the layout. */
export function tell(answer: OptimisticAnswer | undefined): void {
	const failure = answer?.failure;
	if (!failure || told.has(failure)) return;
	told.add(failure);
	toast(failure.message, "error");
}

/**
 * A control that shows what was asked for at once, and what is stored again when it could not be done: the failure is
 * then said in a message, by the layout where the control has gone meanwhile (optimistic-failures.tsx). For actions that
 * rarely fail; they answer a redirect, `null` or `failureData`.
 *
 *     const { Form, shown } = useOptimistic(task.completed, (form) => form.get("completed") === "on");
 *     return <Form method="post"><Switch name="completed" on={shown} label={task.name} /></Form>;
 *
 * The form works without script too. Where something is removed, `shown` is "is it gone?": return null for the row, and
 * let the action answer `flashHeaders({ message, undo })` of lib/flash: the portal shows it with an Undo button.
 */
export function useOptimistic<T>(stored: T, asked: (form: FormData) => T) {
	const id = useId();
	const { key: place } = useLocation();
	const [key] = useState(`${optimistic}${place} ${id}`);
	const fetcher = useFetcher<OptimisticAnswer>({ key });
	const answer = fetcher.state === "idle" ? fetcher.data : undefined;
	useEffect(() => tell(answer), [answer]);
	return {
		Form: fetcher.Form,
		submit: fetcher.submit,
		shown: fetcher.formData ? asked(fetcher.formData) : stored,
		busy: fetcher.state !== "idle",
	};
}
