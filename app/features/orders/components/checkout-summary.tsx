import { SummaryStrip } from "~/components/layout/summary-strip";
import { Heading } from "~/components/ui/heading";
import type { CartPreview } from "~/features/cart/cart-preview";
import { Checked } from "~/features/cart/components/checked";
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
	<SummaryStrip
		items={preview.quote.lines.filter(({ kind }) => kind !== "free_domain").length}
		total={<Checked preview={preview}>{({ toPay }) => formatMoney(toPay)}</Checked>}
	>
		<Checked preview={preview}>{(quote, checking) => <CheckoutReview quote={quote} checking={checking} />}</Checked>
	</SummaryStrip>
);
