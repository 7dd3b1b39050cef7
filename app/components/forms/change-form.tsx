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
	/** What was sent and refused. */
	readonly values: Readonly<Record<string, string>> | undefined;
}

interface ChangeFormProps {
	/** Hidden fields: what to do, and to what. */
	change: Readonly<Record<string, string>> & { intent: string };
	/** Of another page, whose change it is; without script it leads there. */
	action?: string;
	className?: string;
	/** Empties the fields once it is done. */
	resetOnSuccess?: boolean;
	children: (state: ChangeState) => ReactNode;
}

/** What the page itself was answered to a change like this one, which was sent without script and refused. */
export function usePageAnswer(change: Readonly<Record<string, string>>): ChangeAnswer | undefined {
	const page = useActionData<ChangeAnswer | null>();
	const mine = Object.entries(change).every(([name, value]) => page?.values?.[name] === value);
	return mine && page ? page : undefined;
}

/** One small change to what a page shows: by script without leaving the page, else by post and redirect. */
export function ChangeForm({ change, action, className, resetOnSuccess = false, children }: ChangeFormProps) {
	const fetcher = useFetcher<ChangeAnswer | null>();
	const refused = usePageAnswer(change);
	const form = useRef<HTMLFormElement>(null);
	const busy = fetcher.state !== "idle";
	const wasBusy = useRef(false);
	useEffect(() => {
		if (resetOnSuccess && wasBusy.current && !busy && !fetcher.data) form.current?.reset();
		wasBusy.current = busy;
	}, [resetOnSuccess, busy, fetcher.data]);
	const sendOnce = useSendOnce(busy);
	const answer = fetcher.data ?? refused;
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
