import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ChatButton } from "./chat-button";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { Wordmark } from "./wordmark";

/** The header, footer and chat button of public pages. */
export function StorefrontLayout({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<div className="flex min-h-dvh flex-col">
			<SiteHeader />
			{/* Print hides the header, so show the name here. */}
			<p className="page-column hidden pt-4 print:block">
				<Wordmark className="text-2xl" />
			</p>
			<main id="main" tabIndex={-1} className="flex-1">
				{children}
			</main>
			{/* The root error page may have a portal URL, and the portal has no footer. */}
			{!/^\/dashboard(\/|$)/.test(pathname) && <SiteFooter />}
			<ChatButton />
		</div>
	);
}
