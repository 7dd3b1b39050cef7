import { useEffect, useRef } from "react";
import { inWords } from "~/lib/in-words";
import type { Failure } from "~/lib/result";
import { Alert } from "../ui/alert";

/** What went wrong with the whole form. It takes the focus when it comes, so that nobody misses it. */
export function FormError({ failure }: { failure?: Failure | null }) {
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (failure) box.current?.focus();
	}, [failure]);
	if (!failure) return null;
	return (
		<Alert ref={box} tone="danger" role="alert" tabIndex={-1} title={failure.message}>
			{failure.retryAfter !== undefined && <p>Try again in {inWords(Math.max(1, Math.ceil(failure.retryAfter)))}.</p>}
			{failure.code === "signed_out" && (
				<a href="/login" target="_blank" rel="noreferrer" className="link">
					Sign in in a new tab
				</a>
			)}
			{failure.code === "confirm_password" && (
				<a href="/dashboard/confirm" target="_blank" rel="noreferrer" className="link">
					Enter your password in a new tab
				</a>
			)}
		</Alert>
	);
}
