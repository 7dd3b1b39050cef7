import { useId } from "react";
import { Form } from "react-router";
import { SelectField } from "~/components/forms/field";
import { controlClasses } from "~/components/forms/field-frame";
import { Button } from "~/components/ui/button";
import type { DomainSort, DomainTab } from "../portfolio";

const sortNames: Readonly<Record<DomainSort, string>> = {
	name: "Name, A to Z",
	"-name": "Name, Z to A",
	expires: "Expires first",
	"-expires": "Expires last",
	status: "Status",
	"-status": "Status, reversed",
};

/** Search and order; a plain GET form, so the address says what is shown. */
export function DomainFilter({ tab, q, sort }: { tab: DomainTab; q: string; sort: DomainSort }) {
	const name = useId();
	return (
		<Form
			method="get"
			key={`${tab} ${q} ${sort}`}
			className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]"
			role="search"
			aria-label="Domains"
		>
			{tab !== "all" && <input type="hidden" name="tab" value={tab} />}
			<div className="grid gap-1.5">
				<label htmlFor={name} className="font-medium">
					Search by name
				</label>
				<input id={name} type="search" name="q" defaultValue={q} maxLength={253} className={controlClasses} />
			</div>
			<SelectField label="Order" name="sort" defaultValue={sort} required>
				{Object.entries(sortNames).map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</SelectField>
			<Button type="submit" variant="secondary" className="min-h-12">
				Show
			</Button>
		</Form>
	);
}
