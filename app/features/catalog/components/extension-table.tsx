import { Table } from "~/components/ui/table";
import { formatMoney } from "~/lib/money";
import { domainExtensions } from "../domain-extensions";
import { domainPrice, maxYears, renewalPrice } from "../domain-prices";

/** The price of every extension of the list: first year and renewal together. */
export function ExtensionTable() {
	return (
		<Table caption="Yearly price of every domain extension">
			<thead>
				<tr>
					<th scope="col">Extension</th>
					<th scope="col">First year</th>
					<th scope="col">Renewal, a year</th>
					<th scope="col">Register for</th>
				</tr>
			</thead>
			<tbody>
				{domainExtensions.map(({ tld }) => (
					<tr key={tld}>
						<th scope="row" className="font-display">
							.{tld}
						</th>
						<td data-label="First year">{formatMoney(domainPrice(tld))}</td>
						<td data-label="Renewal, a year">{formatMoney(renewalPrice(tld))}</td>
						<td data-label="Register for">1 to {maxYears(tld)} years</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
