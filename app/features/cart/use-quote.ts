import { useEffect, useMemo, useRef, useState } from "react";
import type { Currency } from "~/lib/money";
import type { CartItem } from "./cart-item";
import { cartEntries } from "./entries";
import { type Estimate, estimate } from "./estimate";
import type { Quote } from "./quote";
import { fetchQuote } from "./quote-client";
import type { PromoTerms } from "./totals";

/** Milliseconds without a change before the server is asked: a held + button is one question. */
const pause = 250;

export interface CartPrices {
	/** `checking`: the server has been asked. `failed`: it did not answer, the figures are an estimate. */
	readonly state: "checking" | "quoted" | "failed";
	/** The server's answer for exactly this cart, or the catalogue's estimate. */
	readonly figures: Estimate;
	/** The server's answer to this cart; null while it is being asked and when it failed. */
	readonly quote: Quote | null;
	readonly failure: string | null;
	retry(): void;
}

/** The server's prices of a cart, asked again after every change; an estimate stands in at once. */
export function useQuote(cart: readonly CartItem[], promo: string | null, currency: Currency): CartPrices {
	const entries = useMemo(() => cartEntries(cart, currency), [cart, currency]);
	const question = useMemo(() => JSON.stringify({ entries, promo, currency }), [entries, promo, currency]);
	const [answer, setAnswer] = useState<{ question: string; quote?: Quote; failure?: string } | null>(null);
	const [attempt, setAttempt] = useState(0);
	const lastPromo = useRef<PromoTerms | null>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: `question` stands for entries, promo and currency; `attempt` asks again.
	useEffect(() => {
		if (entries.length === 0) return;
		const control = new AbortController();
		const timer = setTimeout(async () => {
			try {
				const result = await fetchQuote({ items: entries, promo, currency }, control.signal);
				if (control.signal.aborted) return;
				if (result.ok) lastPromo.current = result.value.promo;
				setAnswer(result.ok ? { question, quote: result.value } : { question, failure: result.error.message });
			} catch (reason) {
				if (!control.signal.aborted) throw reason;
			}
		}, pause);
		return () => {
			clearTimeout(timer);
			control.abort();
		};
	}, [question, attempt]);

	const current = answer?.question === question ? answer : null;
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
