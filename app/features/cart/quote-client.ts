import type { Currency } from "~/lib/money";
import { type FailureBody, fail, ok, type Result } from "~/lib/result";
import type { CartEntry } from "./lines";
import type { Quote } from "./quote";

interface QuoteRequest {
	readonly items: readonly CartEntry[];
	readonly promo: string | null;
	readonly currency: Currency;
}

/** Gets the server's quote for a cart. @throws AbortError when `signal` fires. */
export async function fetchQuote(request: QuoteRequest, signal?: AbortSignal): Promise<Result<Quote>> {
	try {
		const response = await fetch("/api/cart/quote", {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(request),
			signal,
		});
		if (response.ok) return ok((await response.json()) as Quote);
		const { error } = (await response.json().catch(() => ({}))) as Partial<FailureBody>;
		return fail("unavailable", error ?? "Something went wrong.");
	} catch (reason) {
		if (signal?.aborted) throw reason;
		return networkFailure;
	}
}

const networkFailure = fail("unavailable", "We could not reach the shop. Check your connection.");
