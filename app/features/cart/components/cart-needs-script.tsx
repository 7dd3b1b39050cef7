import { brand } from "~/brand";

/** Said where something goes into the cart, to those who browse without script. */
export function CartNeedsScript() {
	return (
		<noscript>
			<p className="max-w-measure">
				The cart lives in this browser&rsquo;s own storage and needs script. Turn it on for this site, or order by
				phone:{" "}
				<a className="link" href={brand.phone.href}>
					{brand.phone.display}
				</a>
				.
			</p>
		</noscript>
	);
}
