import { type FormEvent, useState } from "react";
import { Field } from "~/components/forms/field";
import { SubmitButton } from "~/components/forms/submit";
import { Alert } from "~/components/ui/alert";
import { maxAuthCode, parseAuthCode } from "~/features/domains/auth-code";
import { toast } from "~/islands/toast";
import type { Money } from "~/lib/money";
import { err, ok, type Result } from "~/lib/result";
import { type NewCartItem, toCartItem } from "../cart-item";
import type { AddOutcome } from "../cart-store";
import type { CartEntry } from "../lines";
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
		const typed = String(data.get("domain") ?? "").trim();
		if (typed === "") return setErrors({ domain: "Please enter a domain name" });
		const code = parseAuthCode(String(data.get("authCode") ?? ""));
		if (setup === "transfer" && !code.ok) return setErrors({ authCode: code.error });
		setErrors({});
		setBusy(true);
		const asked = await askServer(setup, typed, code.ok ? code.value : "", plan);
		setBusy(false);
		if (!asked.ok) return setErrors({ domain: asked.error });
		const { domain, bought } = asked.value;
		const named = bought && store.add(bought);
		const planned = plan && addOnce({ ...plan, domain });
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

interface Named {
	/** ASCII form. */
	readonly domain: string;
	/** With its prices; a name that is used where it is has none. */
	readonly bought: NewCartItem | undefined;
}

/** The name in the form that the shop knows it by, and what it costs; or why the server refuses it. */
async function askServer(
	setup: Setup,
	typed: string,
	authCode: string,
	plan: NewCartItem | undefined,
): Promise<Result<Named, string>> {
	const common = { key: typed, domain: typed, quantity: 1 };
	const entries: Readonly<Record<Setup, CartEntry>> = {
		register: { ...common, productId: "domain-registration" },
		transfer: { ...common, productId: "domain-transfer", authCode },
		existing: { ...common, productId: plan?.productId ?? "", ...(plan?.term && { term: plan.term }) },
	};
	const answer = await fetchQuote({ items: [entries[setup]], promo: null, currency: "KES" });
	if (!answer.ok) return err(answer.error.message);
	const { lines, problems } = answer.value;
	const [line] = lines;
	const refusal = problems.find(({ blocks }) => blocks);
	if (refusal?.code === "taken")
		return err(`${typed} is taken. Choose another name; if it is yours, transfer it or use it as it is.`);
	if (!line?.domain || refusal) return err(refusal?.message ?? "We can't sell this name.");
	const { domain } = line;
	if (setup === "existing") return ok({ domain, bought: undefined });
	const { productId } = entries[setup];
	const inShillings = ({ amount }: Money) => amount / 100;
	const prices = { price: inShillings(line.amount), ...(line.renewal && { renewal: inShillings(line.renewal) }) };
	const item = { name: domain, domain, productId, ...prices, ...(line.tld && { tld: line.tld }) };
	const bought: NewCartItem =
		setup === "register" ? { ...item, category: "domain" } : { ...item, category: "transfer", authCode };
	return ok({ domain, bought });
}
