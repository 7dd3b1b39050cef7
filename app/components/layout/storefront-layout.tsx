import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ChatButton } from "./chat-button";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { Wordmark } from "./wordmark";

/** What every public page has around it. */
export function StorefrontLayout({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<div className="flex min-h-dvh flex-col">
			<SiteHeader />
			{/* On paper the header is gone; whose page it is stays. */}
			<p className="page-column hidden pt-4 print:block">
				<Wordmark className="text-2xl" />
			</p>
			<main id="main" tabIndex={-1} className="flex-1">
				{children}
			</main>
			{/* An error page may stand at an address of the portal. */}
			{!/^\/dashboard(\/|$)/.test(pathname) && <SiteFooter />}
			<ChatButton />
		</div>
	);
}
