import "./portal.css";
import { type ReactNode, useEffect } from "react";
import { forgetActing } from "~/islands/acting-hint";
import { OptimisticFailures } from "../../forms/optimistic-failures";
import { KikoiBand } from "../../ui/kikoi";
import { Announcements } from "../notice-strip";
import { useRouteFocus } from "../use-route-focus";
import { ActingBanner } from "./acting-banner";
import { ClosingBanner } from "./closing-banner";
import { FlashMessage } from "./flash-message";
import { PendingPage } from "./pending-page";
import type { PortalFrame } from "./portal-frame";
import { Sidebar } from "./sidebar";
import { TabAccount } from "./tab-account";
import { Topbar } from "./topbar";
import { useRestoredFocus } from "./use-restored-focus";

/** The portal's layout: a sidebar, a bar with search and notifications, no site footer. */
export function PortalLayout({ frame, children }: { frame: PortalFrame; children: ReactNode }) {
	useRouteFocus();
	useRestoredFocus();
	const isActing = frame.acting !== null;
	useEffect(() => {
		// It may have ended in another tab.
		if (!isActing) forgetActing();
	}, [isActing]);
	return (
		<div className="flex min-h-dvh flex-col">
			<KikoiBand className="print:hidden" />
			<div className="flex flex-1 flex-col lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
				<Sidebar frame={frame} />
				<div className="flex min-w-0 flex-col">
					<Topbar frame={frame} />
					<Announcements announcements={frame.announcements} />
					<main
						id="main"
						tabIndex={-1}
						className="flex-1 px-4 py-4 [--page-margin:0px] sm:px-6 sm:py-6 lg:px-8 lg:py-8"
					>
						<div className="mx-auto max-w-page">
							<TabAccount account={frame.account} name={frame.acting?.name ?? frame.name} isActing={isActing}>
								{frame.acting && <ActingBanner account={frame.account} acting={frame.acting} />}
							</TabAccount>
							{frame.closes && <ClosingBanner closes={frame.closes} />}
							<FlashMessage flash={frame.flash} />
							<PendingPage>{children}</PendingPage>
							<OptimisticFailures />
						</div>
					</main>
				</div>
			</div>
		</div>
	);
}
