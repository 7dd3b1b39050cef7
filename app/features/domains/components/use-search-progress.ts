import { useEffect, useState } from "react";
import type { RunningSearch } from "../running-search";

interface Progress {
	readonly done: boolean;
	readonly free: number;
	readonly total: number;
}

/** Progress of a search in the browser. On the server it is done, so that the button works without script. */
export function useSearchProgress(search: RunningSearch | null): Progress {
	const [progress, setProgress] = useState<Progress & { of: RunningSearch | null }>({
		...{ of: search, done: true, free: 0, total: 0 },
	});
	useEffect(() => {
		if (!search) return;
		let current = true;
		const entries = search.exact ? [search.exact, ...search.others] : search.others;
		const total = entries.length;
		setProgress({ of: search, done: false, free: 0, total });
		Promise.allSettled([...entries.map(({ answer }) => answer), search.suggestions]).then((settled) => {
			const answers = settled.slice(0, total);
			const free = answers.filter(
				(one) => one.status === "fulfilled" && "available" in one.value && one.value.available,
			);
			if (current) setProgress({ of: search, done: true, free: free.length, total });
		});
		return () => {
			current = false;
		};
	}, [search]);
	return progress;
}
