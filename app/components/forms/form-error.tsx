import type { ReactNode } from "react";
import { href, useLocation } from "react-router";
import type { Failure } from "~/lib/result";
import { signInPage } from "~/lib/sign-in-page";
import { Alert } from "../ui/alert";

interface FormErrorProps {
	failure?: Failure | null | undefined;
	/** Fields whose message shows above the form instead of beside the field. `true` for all fields. */
	whole?: readonly string[] | true;
	/** Also shows the message as a toast. */
	toast?: boolean;
	/** `pending` for a question. `children` then answer it. */
	tone?: "danger" | "pending";
	children?: ReactNode;
}

/**
 * The error of a form. A message about the whole form is an alert. Fields show their own messages. islands/form-error.ts
 * moves the focus.
 */
export function FormError({ failure, whole = [], toast = false, tone = "danger", children }: FormErrorProps) {
	const { pathname } = useLocation();
	if (!failure) return null;
	const besideFields = whole !== true && Object.keys(failure.fields ?? {}).some((field) => !whole.includes(field));
	return (
		// The key makes React insert a new element for each answer, so that its island runs again.
		<form-error key={keyOf(failure)} class="contents" data-toast={toast ? failure.message : undefined}>
			{!besideFields && (
				<Alert tone={tone} role="alert" tabIndex={-1} title={failure.message}>
					{failure.code === "signed_out" && (
						<a href={signInPage(pathname)} target="_blank" rel="noreferrer" className="link">
							Sign in in a new tab
						</a>
					)}
					{failure.details && (
						<ul className="grid gap-1">
							{failure.details.map((line) => (
								<li key={line}>{line}</li>
							))}
						</ul>
					)}
					{children}
					{failure.code === "confirm_password" && (
						<a href={href("/dashboard/confirm")} target="_blank" rel="noreferrer" className="link">
							Enter your password in a new tab
						</a>
					)}
				</Alert>
			)}
		</form-error>
	);
}

const keys = new WeakMap<Failure, number>();
let lastKey = 0;

function keyOf(failure: Failure): number {
	const key = keys.get(failure) ?? ++lastKey;
	keys.set(failure, key);
	return key;
}
