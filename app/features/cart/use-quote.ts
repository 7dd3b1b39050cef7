import { useEffect, useMemo, useRef, useState } from "react";
import type { Currency } from "~/lib/money";
import type { ShownItem } from "./cart-item";
import { cartEntries } from "./entries";
import { type Estimate, estimate } from "./estimate";
import type { Quote } from "./quote";
import { fetchQuote } from "./quote-client";
import type { PromoTerms } from "./totals";

/** Debounces changes, so that holding down the + button sends one request. */
const debounceMs = 250;

export interface CartPrices {
	/** `checking`: waiting for the server. `failed`: the server did not answer, and the figures are an estimate. */
	readonly state: "checking" | "quoted" | "failed";
	/** The server's quote for exactly this cart, or an estimate from the catalogue. */
	readonly figures: Estimate;
	/** The server's quote for this cart. Null while checking and after a failure. */
	readonly quote: Quote | null;
	readonly failure: string | null;
	retry(): void;
}

/** Fetches the server's prices of a cart after every change. Returns an estimate until they arrive. */
export function useQuote(cart: readonly ShownItem[], promo: string | null, currency: Currency): CartPrices {
	const entries = useMemo(() => cartEntries(cart, currency), [cart, currency]);
	const requestKey = useMemo(() => JSON.stringify({ entries, promo, currency }), [entries, promo, currency]);
	const [answer, setAnswer] = useState<{ requestKey: string; quote?: Quote; failure?: string } | null>(null);
	const [attempt, setAttempt] = useState(0);
	const lastPromo = useRef<PromoTerms | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: `requestKey` covers entries, promo and currency; `attempt` retries.
	useEffect(() => {
		if (entries.length === 0) return;
		const control = new AbortController();
		const timer = setTimeout(async () => {
			try {
				const result = await fetchQuote({ items: entries, promo, currency }, control.signal);
				if (control.signal.aborted) return;
				if (result.ok) lastPromo.current = result.value.promo;
				setAnswer(result.ok ? { requestKey, quote: result.value } : { requestKey, failure: result.error.message });
			} catch (reason) {
				if (!control.signal.aborted) throw reason;
			}
		}, debounceMs);
		return () => {
			clearTimeout(timer);
			control.abort();
		};
	}, [requestKey, attempt]);

	const current = answer?.requestKey === requestKey ? answer : null;
	const terms = promo ? lastPromo.current : null;
	const figures = useMemo(
		() => current?.quote ?? estimate(entries, currency, terms),
		[current?.quote, entries, currency, terms],
	);
	return {
		state: current?.quote ? "quoted" : current?.failure ? "failed" : "checking",
		figures,
		quote: current?.quote ?? null,
		failure: current?.failure ?? null,
		retry() {
			setAnswer(null);
			setAttempt((count) => count + 1);
		},
	};
}
