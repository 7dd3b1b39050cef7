import { type ReactNode, useEffect, useState } from "react";
import { href } from "react-router";
import { readAccount } from "~/islands/account-hint";
import { actingKey, readActing } from "~/islands/acting-hint";
import { toast } from "~/islands/toast";
import { pageAccountField } from "~/lib/page-account";
import { Alert } from "../../ui/alert";
import { ButtonLink } from "../../ui/button";

interface TabAccountProps {
	/** The id of the account that the page shows. */
	account: string;
	/** The account's. */
	name: string;
	/** Whether the account belongs to someone else. */
	isActing: boolean;
	/** What else the page says of the account. Not shown after someone has switched. */
	children: ReactNode;
}

/**
 * All tabs of a browser share one session. So each form names the account of its page, and the server refuses it if the
 * session has changed (lib/page-account.ts). Says so as soon as someone switches in another tab.
 */
export function TabAccount({ account, name, isActing, children }: TabAccountProps) {
	const [switched, setSwitched] = useState<{ readonly to: string } | null>(null);
	useEffect(() => {
		function nameAccount({ target, formData }: FormDataEvent): void {
			const form = target as HTMLFormElement;
			// Attributes, because a field named `action` would hide the property.
			const { origin } = new URL(form.getAttribute("action") ?? "", location.href);
			const isPost = form.getAttribute("method")?.toLowerCase() === "post";
			if (isPost && origin === location.origin) formData.set(pageAccountField, account);
		}
		document.addEventListener("formdata", nameAccount);
		return () => document.removeEventListener("formdata", nameAccount);
	}, [account]);
	useEffect(() => {
		const shown = isActing ? account : null;
		function compare({ key }: Pick<StorageEvent, "key">): void {
			if (key !== actingKey && key !== null) return;
			const hint = readActing();
			const to = hint?.text ?? (readAccount() ? "You are back in your own account." : "You are signed out.");
			setSwitched((hint?.account ?? null) === shown ? null : { to });
		}
		setSwitched(null);
		addEventListener("storage", compare);
		return () => removeEventListener("storage", compare);
	}, [account, isActing]);
	useEffect(() => {
		if (!switched) return;
		function stop(event: SubmitEvent): void {
			const form = event.target as HTMLFormElement;
			const action = form.getAttribute("action");
			if (form.getAttribute("method")?.toLowerCase() !== "post" || action === href("/logout")) return;
			event.preventDefault();
			// React listens on the document.
			event.stopImmediatePropagation();
			toast(`This page is from the account of ${name}, so nothing was sent.`, "error");
		}
		addEventListener("submit", stop, true);
		return () => removeEventListener("submit", stop, true);
	}, [switched, name]);
	return (
		<>
			<div role="alert" className="sticky top-2 z-30 not-empty:mb-6 print:hidden">
				{switched && (
					<Alert tone="danger" title={switched.to} className="shadow-float">
						<p className="mb-3">
							This changed in another tab. This page is from the account of {name}, so its forms can't be sent now.
						</p>
						<ButtonLink href={href("/dashboard")}>Continue</ButtonLink>
					</Alert>
				)}
			</div>
			{!switched && children}
		</>
	);
}
