import { useEffect, useState } from "react";
import { useFetcher, useFetchers } from "react-router";
import { type OptimisticAnswer, optimistic, tell } from "./use-optimistic";

/**
 * Says what of `useOptimistic` could not be done to whoever has left the page meanwhile. Stands in the layout: a
 * control takes its fetcher with it when it goes, and the answer would be lost.
 */
export function OptimisticFailures() {
	const [watched, setWatched] = useState<readonly string[]>([]);
	const begun = useFetchers()
		.map(({ key }) => key)
		.filter((key) => key.startsWith(optimistic) && !watched.includes(key));
	if (begun.length > 0) setWatched([...watched, ...begun]);
	const end = (key: string) => setWatched((keys) => keys.filter((other) => other !== key));
	return watched.map((key) => <Watch key={key} fetcherKey={key} onEnd={end} />);
}

function Watch({ fetcherKey, onEnd }: { fetcherKey: string; onEnd: (key: string) => void }) {
	const { state, data } = useFetcher<OptimisticAnswer>({ key: fetcherKey });
	useEffect(() => {
		if (state !== "idle") return;
		tell(data);
		onEnd(fetcherKey);
	});
	return null;
}
