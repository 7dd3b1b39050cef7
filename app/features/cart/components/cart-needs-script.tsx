import { brand } from "~/brand";

/** Shown beside "Add to cart" buttons when script is off. */
export function CartNeedsScript() {
	return (
		<noscript>
			<p className="max-w-measure">
				The cart needs JavaScript. Turn on JavaScript for this site, or order by phone:{" "}
				<a className="link" href={brand.phone.href}>
					{brand.phone.display}
				</a>
				.
			</p>
		</noscript>
	);
}
