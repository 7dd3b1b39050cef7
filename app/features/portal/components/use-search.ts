import { useEffect, useState } from "react";
import type { HitGroup } from "../search-view";

const debounceMs = 150;

interface Answer {
	readonly q: string;
	readonly groups: readonly HitGroup[];
	readonly failed?: boolean;
}

const emptyAnswer: Answer = { q: "", groups: [] };

/** Search results for the text while it is typed. Aborts outdated requests. */
export function useSearch(text: string, address: string) {
	const q = text.trim();
	const [answer, setAnswer] = useState(emptyAnswer);
	useEffect(() => {
		if (q === "") return setAnswer(emptyAnswer);
		const request = new AbortController();
		const timer = setTimeout(async () => {
			const found = await fetchHits(address, q, request.signal);
			if (!request.signal.aborted) setAnswer(found);
		}, debounceMs);
		return () => {
			clearTimeout(timer);
			request.abort();
		};
	}, [address, q]);
	return { ...answer, settled: answer.q === q };
}

async function fetchHits(address: string, q: string, signal: AbortSignal): Promise<Answer> {
	try {
		const response = await fetch(`${address}?${new URLSearchParams({ q })}`, { signal });
		// Signed out in the meantime: the page will redirect to sign-in.
		if (!response.ok || response.redirected) return { q, groups: [], failed: true };
		return { q, groups: (await response.json()) as HitGroup[] };
	} catch {
		return { q, groups: [], failed: true };
	}
}
