import { useId } from "react";
import { Form } from "react-router";
import { CheckboxField, SelectField } from "~/components/forms/field";
import { controlClasses } from "~/components/forms/field-frame";
import { Button } from "~/components/ui/button";
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
	/** Of the customer's own domains. */
	extensions: readonly string[];
}

/** Search, filters and order; a plain GET form, so the address says what is shown. */
export function DomainFilter({ query: { tab, q, sort, tld, due, renew }, extensions }: DomainFilterProps) {
	const name = useId();
	return (
		<Form
			method="get"
			key={[tab, q, sort, tld, due, renew].join()}
			className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4"
			role="search"
			aria-label="Domains"
		>
			{tab !== "all" && <input type="hidden" name="tab" value={tab} />}
			<div className="grid gap-1.5 sm:col-span-2">
				<label htmlFor={name} className="font-medium">
					Search by name
				</label>
				<input id={name} type="search" name="q" defaultValue={q} maxLength={253} className={controlClasses} />
			</div>
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
			<SelectField label="Order" name="sort" defaultValue={sort} className="sm:col-span-2 lg:col-span-1" required>
				{Object.entries(sortNames).map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</SelectField>
			<CheckboxField label="Expires within 30 days" name="due" value="30" defaultChecked={due === "30"} />
			<Button type="submit" variant="secondary" className="min-h-12 lg:col-start-4">
				Show
			</Button>
		</Form>
	);
}
