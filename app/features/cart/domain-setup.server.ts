import { parseAuthCode } from "~/features/domains/auth-code";
import { withDefaultExtension } from "~/features/domains/domain-input";
import type { LookupClient, LookupLimits } from "~/features/domains/lookup-limits.server";
import { type Failure, fail, failField, ok, type Result } from "~/lib/result";
import type { Cart } from "./cart.server";
import { type CartItem, itemId } from "./cart-item";
import type { Setup } from "./domain-setup";
import type { CartEntry, Line } from "./lines";
import { linePriceMark } from "./price-mark";

interface Dependencies {
	readonly cart: Pick<Cart, "quote">;
	readonly lookupLimits: LookupLimits;
}

interface SetupInput {
	readonly setup: Setup;
	/** The domain as typed. */
	readonly typed: string;
	/** As typed, for a transfer. */
	readonly authCode: string;
	/** The plan that the domain is for. */
	readonly plan?: Pick<CartItem, "productId" | "term">;
}

export interface SetUpDomain {
	/** ASCII form. */
	readonly domain: string;
	readonly authCode?: string;
	/** Undefined if the customer uses a domain that they already have elsewhere. */
	readonly item?: CartItem;
}

export type DomainSetup = ReturnType<typeof createDomainSetup>;

/** Checks the domains that customers type into forms of the cart. */
export function createDomainSetup({ cart, lookupLimits }: Dependencies) {
	async function check(entry: CartEntry, asker: LookupClient): Promise<Result<Line>> {
		const allowed = await lookupLimits.takeFresh(asker, 1);
		if (!allowed.ok) return allowed;
		const { lines, problems } = await cart.quote({ items: [entry], currency: "KES" }, null, asker);
		// Problems that do not block are shown in the cart, which asks the registry again.
		const refusal = problems.find(({ blocks }) => blocks);
		if (refusal) return fail("conflict", refusal.message, { code: refusal.code });
		const [line] = lines;
		return line?.domain ? ok(line) : fail("conflict", "We can't sell this name.");
	}

	return {
		/** Checks a domain for a plan or a transfer. Failures are for the fields `domain` and `authCode`. */
		async setUp({ setup, typed, authCode, plan }: SetupInput, asker: LookupClient): Promise<Result<SetUpDomain>> {
			if (typed === "") return failField("domain", "Please enter a domain name");
			const full = setup === "register" ? withDefaultExtension(typed) : null;
			if (full) return failField("domain", `Continue with ${full}, or enter another extension.`);
			const code = parseAuthCode(authCode);
			if (setup === "transfer" && !code.ok) return failField("authCode", code.error);
			const entry = { key: typed, domain: typed, quantity: 1 };
			const entries: Readonly<Record<Setup, CartEntry>> = {
				register: { ...entry, productId: "domain-registration" },
				transfer: { ...entry, productId: "domain-transfer", ...(code.ok && { authCode: code.value }) },
				existing: { ...entry, productId: plan?.productId ?? "", ...(plan?.term && { term: plan.term }) },
			};
			const line = await check(entries[setup], asker);
			if (!line.ok) return atField(line.error, "domain", takenMessage(typed));
			const { domain = "" } = line.value;
			if (setup === "existing") return ok({ domain });
			const item = domainItem(setup === "register" ? "domain" : "transfer", line.value);
			return ok({ domain, item, ...(setup === "transfer" && code.ok && { authCode: code.value }) });
		},

		/** Checks the name that a customer chose for an extension. Failures are for the field `name`. */
		async nameExtension(tld: string, typed: string, quantity: number, asker: LookupClient): Promise<Result<CartItem>> {
			if (typed === "") return failField("name", "Please enter a domain name");
			const full = typed.toLowerCase().endsWith(`.${tld}`) ? typed : `${typed}.${tld}`;
			const entry = { key: full, productId: "domain-registration", domain: full, quantity };
			const line = await check(entry, asker);
			if (!line.ok) return atField(line.error, "name", `${full} is taken. Try another name.`);
			return ok({ ...domainItem("domain", line.value), quantity });
		},
	};
}

const takenMessage = (typed: string) =>
	`${typed} is taken. Choose another name. If it is yours, transfer it or use it as your existing domain.`;

/** The failure beside a form's field. */
const atField = (failure: Failure, field: string, taken: string): { readonly ok: false; readonly error: Failure } => {
	const message = failure.code === "taken" ? taken : failure.message;
	return {
		ok: false,
		error: {
			...failure,
			kind: failure.kind === "rate_limited" ? failure.kind : "invalid",
			message,
			fields: { [field]: message },
		},
	};
};

function domainItem(category: "domain" | "transfer", line: Line): CartItem {
	const priceMark = linePriceMark(line);
	const fields = { category, productId: line.productId, ...(line.domain && { domain: line.domain }) };
	return { id: itemId(fields), ...fields, quantity: 1, ...(priceMark && { priceMark }) };
}
