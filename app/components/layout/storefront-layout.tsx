import type { ReactNode } from "react";

/** What every public page has around it. */
export function StorefrontLayout({ children }: { children: ReactNode }) {
	return (
		<main id="main" tabIndex={-1}>
			{children}
		</main>
	);
}
