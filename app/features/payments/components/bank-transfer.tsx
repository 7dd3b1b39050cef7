import { Icon } from "~/components/ui/icon";
import { receiptText } from "../pay-title";
import type { PayView } from "../pay-view";

interface BankTransferProps {
	details: NonNullable<PayView["transfer"]>;
	view: Pick<PayView, "amount" | "link">;
	/** Whether there is no other way to pay. */
	isOnly: boolean;
}

/** How to pay at a bank, without a request from us. */
export function BankTransfer({ details, view: { amount, link }, isOnly }: BankTransferProps) {
	return (
		<details className="group rounded-card border border-line bg-surface px-4" open={isOnly}>
			<summary className="flex min-h-14 items-center justify-between gap-3 font-semibold">
				Pay by bank transfer
				<Icon name="chevron-down" className="flex-none group-open:rotate-180" />
			</summary>
			<div className="grid gap-3 pb-4">
				<p>
					Transfer this amount, and write the reference exactly as it is here. Transfers take one or two working days.
					{receiptText(link, "money")}
				</p>
				<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
					{[{ label: "Amount", value: amount }, ...details].map(({ label, value }) => (
						<div key={label} className="contents">
							<dt className="text-muted">{label}</dt>
							<dd className="font-semibold tabular-nums wrap-anywhere select-all">{value}</dd>
						</div>
					))}
				</dl>
			</div>
		</details>
	);
}
