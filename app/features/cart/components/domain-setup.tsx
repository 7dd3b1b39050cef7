import { type FormEvent, useState } from "react";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { maxAuthCode, parseAuthCode } from "~/features/domains/auth-code";
import { parseDomainName } from "~/features/domains/domain-name";
import { parseOwnName } from "~/features/domains/own-name";
import { toast } from "~/islands/toast";
import type { Money } from "~/lib/money";
import type { Result } from "~/lib/result";
import { type NewCartItem, toCartItem } from "../cart-item";
import type { AddOutcome } from "../cart-store";
import { fetchQuote } from "../quote-client";
import { useCart } from "../use-cart";

export const setups = ["register", "transfer", "existing"] as const;
export type Setup = (typeof setups)[number];

const forms: Record<Setup, { label: string; hint: string }> = {
	register: { label: "The name you would like", hint: "With its extension: mamaneema.co.ke" },
	transfer: { label: "The name you want to move", hint: "As it is registered now" },
	existing: { label: "The name you already use", hint: "It stays where it is; you point its nameservers to us" },
};

interface DomainSetupProps {
	setup: Setup;
	/** The plan that the name is for; none when a name is moved for its own sake. */
	plan?: NewCartItem;
	/** On the button. */
	action: string;
	onDone(): void;
}

/** Asks for the name a plan is for, checks it, and puts plan and name into the cart. */
export function DomainSetup({ setup, plan, action, onDone }: DomainSetupProps) {
	const { store, initialised } = useCart();
	const [errors, setErrors] = useState<{ domain?: string; authCode?: string; form?: string }>({});
	const [busy, setBusy] = useState(false);
	const { label, hint } = forms[setup];

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const typed = String(data.get("domain") ?? "");
		const name = setup === "existing" ? parseOwnName(typed) : parseDomainName(typed);
		if (!name.ok) return setErrors({ domain: name.error.message });
		const code = parseAuthCode(String(data.get("authCode") ?? ""));
		if (setup === "transfer" && !code.ok) return setErrors({ authCode: code.error });
		const { ascii, tld } = name.value;
		const domain = domainItem(setup, ascii, tld, code.ok ? code.value : "");
		setErrors({});
		let named: AddOutcome | undefined;
		if (domain) {
			setBusy(true);
			const prices = await askPrices(domain);
			setBusy(false);
			if (!prices.ok) return setErrors({ domain: prices.error });
			named = store.add({ ...domain, ...prices.value });
		}
		const planned = plan && addOnce({ ...plan, domain: ascii });
		// A name that is in the cart already is no obstacle to the plan.
		const outcome = plan ? planned : named;
		if (outcome?.added === false) return setErrors({ form: outcome.message });
		const news = named?.added ? named : planned;
		if (news) toast(news.message, "success");
		onDone();
	}

	/** Whoever comes back to this page and goes on again wants no second plan for the same name. */
	function addOnce(item: NewCartItem): AddOutcome | undefined {
		return store.has(toCartItem(item).id) ? undefined : store.add(item);
	}

	return (
		<form onSubmit={submit} noValidate className="grid max-w-xl gap-5">
			<Field
				key={setup}
				label={label}
				name="domain"
				hint={hint}
				error={errors.domain}
				required
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				inputMode="url"
				maxLength={260}
			/>
			{setup === "transfer" && (
				<Field
					label="Authorization code"
					name="authCode"
					hint="Also called EPP or auth code"
					error={errors.authCode}
					required
					autoComplete="off"
					spellCheck={false}
					maxLength={maxAuthCode}
				/>
			)}
			{errors.form && (
				<Alert tone="danger" role="alert">
					{errors.form}
				</Alert>
			)}
			{/* Without script the browser would put the authorization code into the address. */}
			<SubmitButton disabled={!initialised} busy={busy} busyText="Checking..." className="justify-self-start">
				{action}
			</SubmitButton>
		</form>
	);
}

function domainItem(setup: Setup, domain: string, tld: string, authCode: string): NewCartItem | null {
	const common = { name: domain, domain, tld, price: 0 };
	if (setup === "register") return { ...common, productId: "domain-registration", category: "domain" };
	if (setup === "transfer") return { ...common, productId: "domain-transfer", category: "transfer", authCode };
	return null;
}

/** What it costs in the first and in each further year, in shillings, or why the server would not sell it. */
async function askPrices({
	productId,
	domain = "",
	authCode,
}: NewCartItem): Promise<Result<Pick<NewCartItem, "price" | "renewal">, string>> {
	const entry = { key: domain, productId, domain, quantity: 1, ...(authCode && { authCode }) };
	const answer = await fetchQuote({ items: [entry], promo: null, currency: "KES" });
	if (!answer.ok) return { ok: false, error: answer.error.message };
	const { lines, problems } = answer.value;
	const [line] = lines;
	const refusal = problems.find(({ blocks }) => blocks);
	if (refusal?.code === "taken") {
		return {
			ok: false,
			error: `${domain} is taken. Choose another name; if it is yours, transfer it or use it as it is.`,
		};
	}
	if (!line || refusal) return { ok: false, error: refusal?.message ?? "We can't sell this name." };
	const inShillings = ({ amount }: Money) => amount / 100;
	return {
		ok: true,
		value: { price: inShillings(line.amount), ...(line.renewal && { renewal: inShillings(line.renewal) }) },
	};
}
