import { Icon } from "~/components/ui/icon";
import { Table } from "~/components/ui/table";
import { listNames } from "~/lib/list-names";
import { type Currency, formatMoney } from "~/lib/money";
import { domainPrice, maxYears, renewalPrice, restoreFee, soldExtensions } from "../domain-prices";
import { restoreFeeText } from "../restore-fee-text";
import { settings } from "../settings";

/** The price list of all extensions, in two columns on wide screens. On a phone the second half opens with a button. */
export function ExtensionTable({ currency = "KES" }: { currency?: Currency }) {
	const extensions = soldExtensions();
	const half = Math.ceil(extensions.length / 2);
	return (
		<div className="grid grid-cols-1 gap-x-16 lg:grid-cols-2 [&_table]:table-fixed">
			<Half of={extensions.slice(0, half)} currency={currency} caption="Yearly price of every domain extension" />
			<details className="text-lake md:hidden">
				<summary className="flex min-h-12 items-center gap-2 border-t border-line font-semibold">
					All {extensions.length} extensions
					<Icon name="chevron-down" />
				</summary>
			</details>
			<Half
				of={extensions.slice(half)}
				currency={currency}
				caption="Yearly price of every domain extension, continued"
				continued
			/>
			<p className="mt-6 max-w-measure text-sm text-muted lg:col-span-2">{restorePrice(currency)}</p>
		</div>
	);
}

/** ICANN requires the redemption fee where the renewal price is (ERRP). */
function restorePrice(currency: Currency): string {
	const others = soldExtensions().filter((tld) => restoreFee(tld) === null);
	const sentence = `If a name is not renewed in time, you can restore it from redemption for ${restoreFeeText(currency)} and the renewal of a year.`;
	if (others.length === 0) return sentence;
	return `${sentence} The registries of ${listNames(others.map((tld) => `.${tld}`))} have other rules, so ask us about these.`;
}

/** On narrow screens the second half is below the first, so its head is hidden. */
function Half({
	of,
	currency,
	caption,
	continued = false,
}: {
	of: readonly string[];
	currency: Currency;
	caption: string;
	continued?: boolean;
}) {
	return (
		<Table
			caption={caption}
			slim
			className={continued ? "second-half max-lg:border-t max-lg:border-line max-lg:[&_thead]:sr-only" : undefined}
		>
			{/* The head can't set the widths, because the second half hides it on a phone. */}
			<colgroup>
				<col className="w-2/5" />
				<col />
				<col />
			</colgroup>
			<thead>
				<tr>
					<th scope="col">Extension</th>
					<th scope="col">First year</th>
					<th scope="col">Renews at</th>
				</tr>
			</thead>
			<tbody>
				{of.map((tld) => (
					<tr key={tld}>
						<th scope="row" className="font-display text-lg">
							.{tld}
							{maxYears(tld) < settings.domainYears.max && (
								<span className="font-sans text-sm font-normal whitespace-nowrap text-muted max-sm:block sm:ps-2">
									1 to {maxYears(tld)} years
								</span>
							)}
						</th>
						<td className="whitespace-nowrap">{formatMoney(domainPrice(tld, currency))}</td>
						<td className="whitespace-nowrap text-muted">{formatMoney(renewalPrice(tld, currency))}</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
