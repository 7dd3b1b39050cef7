import { type ComponentType, useEffect, useState } from "react";
import { importOrReload } from "~/lib/import-script";
import { Button } from "./button";
import { cx } from "./cx";
import { useDelayedPending } from "./use-delayed-pending";

/** Where a part comes from that few visits need. One object for all times that it is shown. */
export interface LazySource<P> {
	/** `() => import("./palette")`: a module with the part as its default. */
	readonly load: () => Promise<{ readonly default: ComponentType<P> }>;
	/** The page that does the same, for when this script is gone. */
	readonly page?: string;
	/** How much room it will take. */
	readonly className?: string;
	/** Once it has come. */
	Part?: ComponentType<P>;
}

/** A part whose script comes when it is shown for the first time; where it doesn't, this says so, and what to do. */
export function LazyComponent<P extends object>({ source, props }: { source: LazySource<P>; props: P }) {
	const [state, setState] = useState<"coming" | "coming again" | "here" | "lost">(source.Part ? "here" : "coming");
	const coming = state === "coming" || state === "coming again";
	const late = useDelayedPending(coming);
	useEffect(() => {
		if (!coming) return;
		let left = false;
		const brought = state === "coming" ? source.load() : importOrReload(source.load, source.page);
		brought.then(
			(module) => {
				source.Part = module.default;
				if (!left) setState("here");
			},
			() => !left && setState("lost"),
		);
		return () => {
			left = true;
		};
	}, [coming, state, source]);

	const { Part } = source;
	if (Part && state === "here") return <Part {...props} />;
	return (
		<div className={cx("grid content-center justify-items-center gap-4 p-6 text-center", source.className)}>
			<p role="status">{late && "Loading …"}</p>
			{state === "lost" && (
				<>
					<p role="alert">This could not be loaded. Check your connection, then try again.</p>
					<Button variant="secondary" onClick={() => setState("coming again")}>
						Try again
					</Button>
				</>
			)}
		</div>
	);
}
