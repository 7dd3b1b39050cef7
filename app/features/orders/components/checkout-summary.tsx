import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { CartPreview } from "~/features/cart/cart-preview";
import { Checked } from "~/features/cart/components/checked";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";
import { CheckoutReview } from "./checkout-review";

/** The order's lines and totals, beside the details. */
export const CheckoutSummary = ({ preview }: { preview: CartPreview }) => (
	<section
		aria-labelledby="checkout-summary"
		className="self-start rounded-card border border-line bg-surface p-6 max-lg:hidden"
	>
		<Heading level={2} size="sm" id="checkout-summary" className="mb-4">
			Your order
		</Heading>
		<Checked preview={preview}>{(quote, checking) => <CheckoutReview quote={quote} checking={checking} />}</Checked>
	</section>
);

/** The same on small screens, folded into one line. */
export const CheckoutSummaryStrip = ({ preview }: { preview: CartPreview }) => (
	<details className="group border-y border-line bg-surface lg:hidden">
		<summary className="page-column flex min-h-14 items-center gap-2">
			<span>
				Your order <span className="text-muted">· {formatCount(preview.quote.lines.length, "item")}</span>
			</span>
			<Icon name="chevron-down" className="flex-none text-muted group-open:rotate-180" />
			<strong className="ms-auto font-display text-lg font-semibold whitespace-nowrap tabular-nums">
				<Checked preview={preview}>{({ total }) => formatMoney(total)}</Checked>
			</strong>
		</summary>
		<div className="page-column pt-2 pb-5">
			<Checked preview={preview}>{(quote, checking) => <CheckoutReview quote={quote} checking={checking} />}</Checked>
		</div>
	</details>
);
