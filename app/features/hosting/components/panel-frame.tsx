import type { ReactNode } from "react";
import { brand } from "~/brand";
import { Heading } from "~/components/ui/heading";
import { KikoiBand } from "~/components/ui/kikoi";

/** Layout of the sandbox panel's pages. */
export function PanelFrame({ title, children }: { title: string; children: ReactNode }) {
	return (
		<main id="main" tabIndex={-1} className="min-h-dvh">
			<KikoiBand />
			<div className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:py-12">
				<header className="grid gap-1">
					<p className="text-sm font-medium text-muted">Sandbox control panel</p>
					<Heading level={1} size="lg" dot>
						{title}
					</Heading>
				</header>
				{children}
				<p className="max-w-measure text-sm text-muted">
					This page stands in for the control panel of a hosting server. On a real server, {brand.name}&rsquo;s link
					opens the panel where you manage files, databases and mailboxes.
				</p>
			</div>
		</main>
	);
}
