import { CheckboxField } from "~/components/forms/checkbox-field";
import { FilterForm } from "~/components/forms/filter-form";
import { SelectField } from "~/components/forms/select-field";
import { Icon } from "~/components/ui/icon";
import type { DomainSort } from "../portfolio";
import type { DomainListQuery } from "../portfolio.schema";

const sortNames: Readonly<Record<DomainSort, string>> = {
	name: "Name, A to Z",
	"-name": "Name, Z to A",
	expires: "Expires first",
	"-expires": "Expires last",
	status: "Status",
	"-status": "Status, reversed",
};

interface DomainFilterProps {
	query: Pick<DomainListQuery, "tab" | "q" | "sort" | "tld" | "due" | "renew">;
	/** Extensions of the customer's domains. */
	extensions: readonly string[];
}

/** Search by name, with a panel of filters below it that is open while a filter is used. */
export function DomainFilter({ query: { tab, q, sort, tld, due, renew }, extensions }: DomainFilterProps) {
	const used = [tld, renew, due, sort === "name" ? undefined : sort].filter(Boolean).length;
	return (
		<FilterForm
			label="Domains"
			searchLabel="Search by name"
			q={q}
			maxLength={253}
			otherParams={{ tab: tab === "all" ? undefined : tab }}
			filters={[sort, tld, due, renew]}
		>
			<details open={used > 0} className="group">
				<summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-field font-semibold text-indigo hover:underline">
					Filter and sort
					{used > 0 && <span className="sr-only">, {used} in use</span>}
					<Icon name="chevron-down" size={16} className="flex-none transition-transform group-open:rotate-180" />
				</summary>
				<div className="grid grid-cols-2 items-end gap-3 pb-2 lg:grid-cols-3">
					<SelectField label="Extension" name="tld" defaultValue={tld ?? ""}>
						<option value="">All</option>
						{[...new Set([...extensions, ...(tld ? [tld] : [])])].map((one) => (
							<option key={one} value={one}>
								.{one}
							</option>
						))}
					</SelectField>
					<SelectField label="Auto-renew" name="renew" defaultValue={renew ?? ""}>
						<option value="">On or off</option>
						<option value="on">On</option>
						<option value="off">Off</option>
					</SelectField>
					<SelectField label="Sort by" name="sort" defaultValue={sort} required>
						{Object.entries(sortNames).map(([value, text]) => (
							<option key={value} value={value}>
								{text}
							</option>
						))}
					</SelectField>
					<CheckboxField label="Expires within 30 days" name="due" value="30" defaultChecked={due === "30"} />
				</div>
			</details>
		</FilterForm>
	);
}
