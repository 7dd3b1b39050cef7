import { useEffect, useRef } from "react";
import { href } from "react-router";
import { toast as showToast } from "~/islands/toast";
import type { Failure } from "~/lib/result";
import { Alert } from "../ui/alert";

interface FormErrorProps {
	failure?: Failure | null | undefined;
	/** Fields whose message shows above the form instead of beside the field. `true` for all fields. */
	whole?: readonly string[] | true;
	/** Also shows the message as a toast. */
	toast?: boolean;
}

/**
 * The error of a form. A message about the whole form is an alert and takes the focus. Fields show their own messages,
 * and the first invalid field takes the focus, because on a phone it may be far above the submit button.
 */
export function FormError({ failure, whole = [], toast = false }: FormErrorProps) {
	const box = useRef<HTMLDivElement>(null);
	const place = useRef<HTMLSpanElement>(null);
	const besideFields = whole !== true && Object.keys(failure?.fields ?? {}).some((field) => !whole.includes(field));
	useEffect(() => {
		if (failure && toast) showToast(failure.message, "error");
	}, [failure, toast]);
	useEffect(() => {
		if (!failure) return;
		if (besideFields) place.current?.closest("form")?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
		else box.current?.focus();
	}, [failure, besideFields]);
	if (!failure) return null;
	if (besideFields) return <span ref={place} hidden />;
	return (
		<Alert ref={box} tone="danger" role="alert" tabIndex={-1} title={failure.message}>
			{failure.code === "signed_out" && (
				<a href={href("/login")} target="_blank" rel="noreferrer" className="link">
					Sign in in a new tab
				</a>
			)}
			{failure.code === "confirm_password" && (
				<a href={href("/dashboard/confirm")} target="_blank" rel="noreferrer" className="link">
					Enter your password in a new tab
				</a>
			)}
		</Alert>
	);
}
