import { useEffect, useRef } from "react";
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
			{failure.retryAfter !== undefined && <p>{waitText(failure.retryAfter)}</p>}
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

/** @param seconds whole seconds until the next try makes sense. */
function waitText(seconds: number): string {
	if (seconds < 90) return `Try again in ${Math.max(1, Math.ceil(seconds))} seconds.`;
	return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
