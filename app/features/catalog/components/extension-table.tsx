import { Table } from "~/components/ui/table";
import { formatMoney } from "~/lib/money";
import { domainExtensions } from "../domain-extensions";
import { domainPrice, maxYears, renewalPrice } from "../domain-prices";
import { settings } from "../settings";

/** The price of every extension of the list: first year and renewal together. */
export function ExtensionTable() {
	return (
		<Table caption="Yearly price of every domain extension" slim>
			<thead>
				<tr>
					<th scope="col">Extension</th>
					<th scope="col">First year</th>
					<th scope="col">Renewal, a year</th>
				</tr>
			</thead>
			<tbody>
				{domainExtensions.map(({ tld }) => (
					<tr key={tld}>
						<th scope="row" className="font-display text-lg">
							.{tld}
							{maxYears(tld) < settings.domainYears.max && (
								<span className="block font-sans text-sm font-normal text-muted">1 to {maxYears(tld)} years</span>
							)}
						</th>
						<td>{formatMoney(domainPrice(tld))}</td>
						<td className="text-muted">{formatMoney(renewalPrice(tld))}</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
