import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { ChatButton } from "./chat-button";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** What every public page has around it. */
export function StorefrontLayout({ children }: { children: ReactNode }) {
	const { pathname } = useLocation();
	return (
		<div className="flex min-h-dvh flex-col">
			<SiteHeader />
			<main id="main" tabIndex={-1} className="flex-1">
				{children}
			</main>
			{/* An error page may stand at an address of the portal. */}
			{!/^\/dashboard(\/|$)/.test(pathname) && <SiteFooter />}
			<ChatButton />
		</div>
	);
}
