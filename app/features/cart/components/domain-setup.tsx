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
	register: { label: "The domain you want", hint: "With its extension, such as mamaneema.co.ke" },
	transfer: { label: "The domain you want to transfer", hint: "With its extension, such as mamaneema.co.ke" },
	existing: {
		label: "The domain you already have",
		hint: "It stays at its registrar. You point its nameservers to us.",
	},
};

interface DomainSetupProps {
	setup: Setup;
	/** The plan that the domain is for. Undefined on the transfer page. */
	plan?: NewCartItem;
	/** The button's label. */
	action: string;
	onDone(): void;
}

/** Asks for a domain, checks it on the server, and adds the domain and the plan to the cart. */
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
		const checked = await checkDomain(setup, typed, code.ok ? code.value : "", plan);
		setBusy(false);
		if (!checked.ok) return setErrors({ domain: checked.error });
		const { domain, item } = checked.value;
		const domainOutcome = item && store.add(item);
		const planOutcome = plan && addOnce({ ...plan, domain });
		// With a plan, it does not matter that the cart already has the domain.
		const outcome = plan ? planOutcome : domainOutcome;
		if (outcome?.added === false) return setErrors({ form: outcome.message });
		const added = domainOutcome?.added ? domainOutcome : planOutcome;
		if (added) toast(added.message, "success");
		onDone();
	}

	/** Submitting the page again must not add a second plan for the same domain. */
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

interface CheckedDomain {
	/** ASCII form. */
	readonly domain: string;
	/** Undefined if the customer uses a domain that they already have elsewhere. */
	readonly item: NewCartItem | undefined;
}

/** Gets the domain's ASCII form and price from the server, or why it can't be sold. */
async function checkDomain(
	setup: Setup,
	typed: string,
	authCode: string,
	plan: NewCartItem | undefined,
): Promise<Result<CheckedDomain, string>> {
	const entry = { key: typed, domain: typed, quantity: 1 };
	const entries: Readonly<Record<Setup, CartEntry>> = {
		register: { ...entry, productId: "domain-registration" },
		transfer: { ...entry, productId: "domain-transfer", authCode },
		existing: { ...entry, productId: plan?.productId ?? "", ...(plan?.term && { term: plan.term }) },
	};
	const answer = await fetchQuote({ items: [entries[setup]], promo: null, currency: "KES" });
	if (!answer.ok) return err(answer.error.message);
	const { lines, problems } = answer.value;
	const [line] = lines;
	const refusal = problems.find(({ blocks }) => blocks);
	if (refusal?.code === "taken")
		return err(
			`${typed} is taken. Choose another name. If it is yours, transfer it or use it as your existing domain.`,
		);
	if (!line?.domain || refusal) return err(refusal?.message ?? "We can't sell this name.");
	const { domain } = line;
	if (setup === "existing") return ok({ domain, item: undefined });
	const { productId } = entries[setup];
	const toShillings = ({ amount }: Money) => amount / 100;
	const prices = { price: toShillings(line.amount), ...(line.renewal && { renewal: toShillings(line.renewal) }) };
	const common = { name: domain, domain, productId, ...prices, ...(line.tld && { tld: line.tld }) };
	const item: NewCartItem =
		setup === "register" ? { ...common, category: "domain" } : { ...common, category: "transfer", authCode };
	return ok({ domain, item });
}
