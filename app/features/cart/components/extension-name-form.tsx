import { type FormEvent, useState } from "react";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { toast } from "~/islands/toast";
import type { Currency } from "~/lib/money";
import type { ShownItem } from "../cart-item";
import type { CartStore } from "../cart-store";
import { fetchQuote } from "../quote-client";

interface ExtensionNameFormProps {
	item: ShownItem;
	store: CartStore;
	currency: Currency;
}

/** Asks for the name of an extension from the Explore grid, and checks at the registry that it is available. */
export function ExtensionNameForm({ item, store, currency }: ExtensionNameFormProps) {
	const [error, setError] = useState<string | null>(null);
	const [busy, setBusy] = useState(false);

	async function choose(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const typed = String(new FormData(event.currentTarget).get("name") ?? "").trim();
		const full = typed === "" || typed.endsWith(`.${item.tld}`) ? typed : `${typed}.${item.tld}`;
		if (full === "") return setError("Please enter a domain name");
		setBusy(true);
		const entry = { key: item.id, productId: "domain-registration", domain: full, quantity: item.quantity };
		const answer = await fetchQuote({ items: [entry], promo: null, currency });
		setBusy(false);
		// Only blocking problems: the quote of the whole cart asks a registry that did not answer again.
		if (!answer.ok) return setError(answer.error.message);
		const problem = answer.value.problems.find(({ blocks }) => blocks);
		if (problem) return setError(problem.code === "taken" ? `${full} is taken. Try another name.` : problem.message);
		const domain = answer.value.lines[0]?.domain;
		if (!domain) return setError("We can't sell this name.");
		const { added, message } = store.nameExtension(item.id, domain);
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
