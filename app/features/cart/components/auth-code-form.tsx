import { type FormEvent, useState } from "react";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { maxAuthCode, parseAuthCode } from "~/features/domains/auth-code";
import type { ShownItem } from "../cart-item";
import type { CartStore } from "../cart-store";

/** Asks for the authorization code of a transfer if this tab has none or an invalid one. */
export function AuthCodeForm({ item, store }: { item: ShownItem; store: CartStore }) {
	const [error, setError] = useState<string | null>(null);

	function enter(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const code = parseAuthCode(String(new FormData(event.currentTarget).get("authCode") ?? ""));
		if (!code.ok) return setError(code.error);
		store.setAuthCode(item.id, code.value);
	}

	return (
		<form onSubmit={enter} noValidate className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
			<Field
				label={`Authorization code for ${item.domain}`}
				name="authCode"
				hint="Saved in this tab only, until you close it."
				required
				error={error}
				autoComplete="off"
				spellCheck={false}
				maxLength={maxAuthCode}
				onInput={() => setError(null)}
			/>
			<SubmitButton busyText="Saving..." className="sm:mt-7.5">
				Use this code
			</SubmitButton>
		</form>
	);
}
