import { receiptText } from "../pay-title";
import type { PayView } from "../pay-view";

interface PaybillProps {
	paybill: string;
	view: PayView;
}

/** How to pay from the M-Pesa menu of any phone, without a request from us. */
export function Paybill({ paybill, view: { invoice, amount, link } }: PaybillProps) {
	const values = [
		{ label: "Business number", value: paybill },
		{ label: "Account number", value: invoice.number },
		{ label: "Amount", value: amount },
	];
	return (
		<div className="grid gap-2">
			<p>In the M-Pesa menu choose Lipa na M-Pesa, then Pay Bill, and enter:</p>
			<dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
				{values.map(({ label, value }) => (
					<div key={label} className="contents">
						<dt className="text-muted">{label}</dt>
						<dd className="font-semibold tabular-nums select-all">{value}</dd>
					</div>
				))}
			</dl>
			<p className="text-muted">{receiptText(link, "payment")}</p>
		</div>
	);
}
