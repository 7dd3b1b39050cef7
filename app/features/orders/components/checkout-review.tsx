import { Sums } from "~/features/cart/components/sums";
import { lineTitle } from "~/features/cart/lines";
import type { Quote } from "~/features/cart/quote";
import { Cloth } from "~/features/domains/components/cloth";
import { formatCount } from "~/lib/format-count";
import { formatMoney } from "~/lib/money";
import { lineFacts } from "../line-facts";

/** The order's lines and totals. @param checking whether the registries have not answered yet */
export const CheckoutReview = ({ quote, checking }: { quote: Quote; checking: boolean }) => (
	<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
		<Lines quote={quote} />
		<Sums figures={quote} promo={quote.promo?.code ?? null} busy={checking} />
	</div>
);

function Lines({ quote }: { quote: Quote }) {
	return (
		<ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
			{quote.lines.map((line) => (
				<li key={line.key} className="sum-row">
					<div className="flex gap-3">
						{line.domain && <Cloth name={line.domain} size="small" className="mt-1 self-start" />}
						<div className="min-w-0">
							<p className="font-semibold break-words">
								{lineTitle(line)}
								{line.quantity > 1 && !countsTerms(line) && (
									<span className="font-normal text-muted"> × {line.quantity}</span>
								)}
							</p>
							<p className="text-sm text-muted">{aboutLine(line)}</p>
						</div>
					</div>
					<p className="whitespace-nowrap tabular-nums">{formatMoney(line.amount)}</p>
				</li>
			))}
		</ul>
	);
}

function aboutLine(line: Quote["lines"][number]): string {
	const { kind, years, term, quantity, note, renewal } = line;
	const span =
		years || (term && term !== "once")
			? formatCount(years ?? (countsTerms(line) ? quantity : 1), years || term === "annual" ? "year" : "month")
			: undefined;
	const renews = renewal && kind !== "renewal" && `renews at ${formatMoney(renewal)} a year`;
	return lineFacts(span, renews, note);
}

/** Whether the quantity is months or years, not pieces. */
const countsTerms = ({ kind }: Quote["lines"][number]): boolean =>
	kind === "addon" || kind === "addon_renewal" || kind === "hosting_renewal";
