import { useEffect, useState } from "react";
import { useFetcher, useFetchers } from "react-router";
import { type OptimisticAnswer, optimisticKeyPrefix, reportFailure } from "./use-optimistic";

/**
 * Reports failures of `useOptimistic` whose control is no longer on the page. Rendered in the layout, because an
 * unmounted control loses its fetcher and the answer with it.
 */
export function OptimisticFailures() {
	const [watched, setWatched] = useState<readonly string[]>([]);
	const started = useFetchers()
		.map(({ key }) => key)
		.filter((key) => key.startsWith(optimisticKeyPrefix) && !watched.includes(key));
	if (started.length > 0) setWatched([...watched, ...started]);
	const end = (key: string) => setWatched((keys) => keys.filter((other) => other !== key));
	return watched.map((key) => <FetcherWatch key={key} fetcherKey={key} onEnd={end} />);
}

function FetcherWatch({ fetcherKey, onEnd }: { fetcherKey: string; onEnd: (key: string) => void }) {
	const { state, data } = useFetcher<OptimisticAnswer>({ key: fetcherKey });
	useEffect(() => {
		if (state !== "idle") return;
		reportFailure(data);
		onEnd(fetcherKey);
	});
	return null;
}
