import { href } from "react-router";
import { brand } from "~/brand";
import { chatLink } from "~/components/layout/site-nav";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Skeleton } from "~/components/ui/skeleton";

/** Shown until the browser's storage has been read. Without script it shows other ways to order. */
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
				<Alert tone="info" title="The cart needs JavaScript">
					<p>
						Your cart is stored in this browser, and reading it needs JavaScript. Turn on JavaScript for this site to
						see your cart and pay, or order directly from us at the same prices.
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
				<p className="mt-3 text-sm text-muted">Phone hours: {brand.phoneHours}.</p>
			</noscript>
		</>
	);
}
