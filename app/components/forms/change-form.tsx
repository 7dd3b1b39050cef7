import { type ReactNode, useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import type { Failure } from "~/lib/result";
import { HiddenFields } from "./hidden-fields";
import { useSendOnce } from "./use-send-once";

export interface ChangeAnswer {
	readonly failure: Failure;
	readonly values?: Readonly<Record<string, string>> | undefined;
}

interface ChangeState {
	readonly busy: boolean;
	readonly failure: Failure | undefined;
	/** The submitted values of a failed request. */
	readonly values: Readonly<Record<string, string>> | undefined;
}

interface ChangeFormProps {
	/** Hidden fields: the intent and the ids it applies to. */
	change: Readonly<Record<string, string>> & { intent: string };
	/** The page that handles the form, if it isn't the current one. Without script the form navigates there. */
	action?: string;
	className?: string;
	/** Resets the fields after success. */
	resetOnSuccess?: boolean;
	children: (state: ChangeState) => ReactNode;
}

/** The page's action data if it is the failure of this change, sent without script. */
export function usePageAnswer(change: Readonly<Record<string, string>>): ChangeAnswer | undefined {
	const page = useActionData<ChangeAnswer | null>();
	const isSameChange = Object.entries(change).every(([name, value]) => page?.values?.[name] === value);
	return isSameChange && page ? page : undefined;
}

/** A small form that submits with a fetcher, or by POST and redirect without script. */
export function ChangeForm({ change, action, className, resetOnSuccess = false, children }: ChangeFormProps) {
	const fetcher = useFetcher<ChangeAnswer | null>();
	const pageAnswer = usePageAnswer(change);
	const form = useRef<HTMLFormElement>(null);
	const busy = fetcher.state !== "idle";
	const wasBusy = useRef(false);
	useEffect(() => {
		if (resetOnSuccess && wasBusy.current && !busy && !fetcher.data) form.current?.reset();
		wasBusy.current = busy;
	}, [resetOnSuccess, busy, fetcher.data]);
	const sendOnce = useSendOnce(busy);
	const answer = fetcher.data ?? pageAnswer;
	return (
		<fetcher.Form ref={form} method="post" action={action} onSubmit={sendOnce} preventScrollReset className={className}>
			<HiddenFields values={change} />
			{children({
				busy,
				failure: busy ? undefined : answer?.failure,
				values: answer?.values,
			})}
		</fetcher.Form>
	);
}
