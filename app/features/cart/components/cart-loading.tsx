import { href } from "react-router";
import { brand } from "~/brand";
import { chatLink } from "~/components/layout/site-nav";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Skeleton } from "~/components/ui/skeleton";

/** Until the browser's storage has been read; without script it stays, and says what to do instead. */
export function CartLoading() {
	return (
		<>
			<div className="grid gap-4 noscript:hidden">
				<p role="status" className="text-muted">
					Loading your cart...
				</p>
				<Skeleton className="h-28" />
				<Skeleton className="h-28" />
			</div>
			<noscript>
				<Alert tone="info" title="The cart needs script">
					<p>
						Your cart lives in this browser's own storage, and only script can read it there. Switch it on for this site
						to see your cart and pay, or order with us directly: the prices are the same.
					</p>
				</Alert>
				<p className="mt-6 flex flex-wrap gap-3">
					<ButtonLink href={brand.phone.href}>Call {brand.phone.display}</ButtonLink>
					<ButtonLink variant="secondary" {...chatLink}>
						Order on WhatsApp
					</ButtonLink>
					<ButtonLink variant="secondary" href={href("/domains/search")}>
						Search Domains
					</ButtonLink>
				</p>
				<p className="mt-3 text-sm text-muted">By phone {brand.phoneHours}.</p>
			</noscript>
		</>
	);
}
