import { type ComponentType, useEffect, useState } from "react";
import { importOrReload } from "~/lib/import-script";
import { Button } from "./button";
import { cx } from "./cx";
import { useDelayedPending } from "./use-delayed-pending";

/** Where to load a rarely used component from. Define it once at module level, because it caches the component. */
export interface LazySource<P> {
	/** `() => import("./palette")`: a module with the component as its default export. */
	readonly load: () => Promise<{ readonly default: ComponentType<P> }>;
	/** The page with the same content, opened if the script no longer exists after a release. */
	readonly page?: string;
	/** Size of the placeholder. */
	readonly className?: string;
	/** Set once loaded. */
	Component?: ComponentType<P>;
}

/** Loads and renders a component. If loading fails, shows an error with a retry button. */
export function LazyComponent<P extends object>({ source, props }: { source: LazySource<P>; props: P }) {
	const [state, setState] = useState<"loading" | "retrying" | "loaded" | "failed">(
		source.Component ? "loaded" : "loading",
	);
	const isLoading = state === "loading" || state === "retrying";
	const showLoading = useDelayedPending(isLoading);
	useEffect(() => {
		if (!isLoading) return;
		let unmounted = false;
		const imported = state === "loading" ? source.load() : importOrReload(source.load, source.page);
		imported.then(
			(module) => {
				source.Component = module.default;
				if (!unmounted) setState("loaded");
			},
			() => !unmounted && setState("failed"),
		);
		return () => {
			unmounted = true;
		};
	}, [isLoading, state, source]);

	const { Component } = source;
	if (Component && state === "loaded") return <Component {...props} />;
	return (
		<div className={cx("grid content-center justify-items-center gap-4 p-6 text-center", source.className)}>
			<p role="status">{showLoading && "Loading …"}</p>
			{state === "failed" && (
				<>
					<p role="alert">This couldn't be loaded. Check your connection and try again.</p>
					<Button variant="secondary" onClick={() => setState("retrying")}>
						Try again
					</Button>
				</>
			)}
		</div>
	);
}
