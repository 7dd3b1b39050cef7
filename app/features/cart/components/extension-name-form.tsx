import { type FormEvent, useState } from "react";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { toast } from "~/islands/toast";
import type { Currency } from "~/lib/money";
import type { CartItem } from "../cart-item";
import type { CartStore } from "../cart-store";
import { fetchQuote, unreached } from "../quote-client";

interface ExtensionNameFormProps {
	item: CartItem;
	store: CartStore;
	currency: Currency;
}

/** An extension from the Explore grid gets its name here; the registry is asked before it becomes that domain. */
export function ExtensionNameForm({ item, store, currency }: ExtensionNameFormProps) {
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);

	async function choose(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const typed = String(new FormData(event.currentTarget).get("name") ?? "").trim();
		setBusy(true);
		const name = await readName(typed === "" || typed.endsWith(`.${item.tld}`) ? typed : `${typed}.${item.tld}`);
		if (!name.ok) {
			setBusy(false);
			return setError(name.error.message);
		}
		const { ascii } = name.value;
		const entry = { key: ascii, productId: "domain-registration", domain: ascii, quantity: item.quantity };
		const answer = await fetchQuote({ items: [entry], promo: null, currency });
		setBusy(false);
		// Only what stands in the way: a registry that is silent now is asked again with the whole cart.
		if (!answer.ok) return setError(answer.error.message);
		const problem = answer.value.problems.find(({ blocks }) => blocks);
		if (problem) return setError(problem.code === "taken" ? `${ascii} is taken. Try another name.` : problem.message);
		const { added, message } = store.nameExtension(item.id, ascii);
		if (added) toast(message, "success");
		else setError(message);
	}

	return (
		<form onSubmit={choose} noValidate className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
			<Field
				label={`Choose your .${item.tld} name`}
				name="name"
				required
				suffix={`.${item.tld}`}
				error={error}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				maxLength={260}
				onInput={() => setError(null)}
			/>
			<SubmitButton busy={busy} busyText="Checking..." className="sm:mt-7.5">
				Check and add
			</SubmitButton>
		</form>
	);
}

/** The rules of names come when they are needed: few carts hold an extension without a name. */
async function readName(typed: string) {
	try {
		const { parseDomainName } = await import("~/features/domains/domain-name");
		return parseDomainName(typed);
	} catch {
		return unreached;
	}
}
