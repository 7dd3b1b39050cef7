import { type ComponentType, useMemo } from "react";
import type { FormProps } from "react-router";
import { href } from "react-router";
import { DomainField } from "~/components/forms/domain-field";
import { FormError } from "~/components/forms/form-error";
import { SubmitButton } from "~/components/forms/submit";
import { type Column, RecordTable } from "~/components/ui/record-table";
import { AddForm } from "~/features/cart/components/add-form";
import { ViewCart } from "~/features/cart/components/view-cart";
import { portalExtensions } from "~/features/catalog/portal-extensions";
import type { RegisterResult } from "../register-view";
import { DomainName } from "./domain-name";
import { StateBadge } from "./state-badge";

export interface RegisterSearchData {
	readonly q: string | null;
	readonly tlds: readonly string[];
	readonly problem: string | null;
	readonly results: readonly RegisterResult[];
}

interface RegisterSearchProps extends RegisterSearchData {
	/** The form of the page, or of a fetcher in the dialog. */
	Form: ComponentType<Pick<FormProps, "method" | "action" | "className" | "noValidate" | "children">>;
	busy: boolean;
}

const columns: readonly Column<RegisterResult>[] = [
	{ name: "Domain", cell: DomainName },
	{ name: "Status", cell: ({ state }) => <StateBadge state={state} /> },
	{ name: "First year", cell: ({ first }) => first ?? "–" },
	{ name: "Each further year", cell: ({ further }) => further ?? "–" },
];

/** Searches a name under the chosen extensions. */
export function RegisterSearch({ q, tlds, problem, results, Form, busy }: RegisterSearchProps) {
	// biome-ignore lint/correctness/useExhaustiveDependencies: a repeated error must be shown again
	const failure = useMemo(
		() => (problem === null ? null : { kind: "invalid" as const, message: problem, fields: { q: problem } }),
		[problem, results],
	);
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-5">
			<Form method="get" action={href("/dashboard/domains/register")} className="grid gap-4" noValidate>
				<FormError failure={failure} />
				<div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
					<DomainField
						label="Domain name"
						name="q"
						defaultValue={q ?? ""}
						error={problem}
						hint="One word, such as mamaneema."
					/>
					<SubmitButton busy={busy} busyText="Searching..." className="min-h-12 sm:mt-7.5">
						Search
					</SubmitButton>
				</div>
				<fieldset>
					<legend className="font-medium">Extensions</legend>
					<ul className="mt-2 flex flex-wrap gap-2">
						{portalExtensions.map((tld) => (
							<li key={tld}>
								<label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-edge/50 bg-surface px-4 font-medium has-checked:border-lake has-checked:bg-lake-wash has-checked:text-lake-deep has-focus-visible:outline-2">
									<input
										type="checkbox"
										name="tld"
										value={tld}
										defaultChecked={tlds.includes(tld)}
										className="choice-input"
									/>
									.{tld}
								</label>
							</li>
						))}
					</ul>
				</fieldset>
			</Form>
			<p role="status" className="sr-only">
				{results.length > 0 &&
					`${results.filter(({ available }) => available).length} of ${results.length} names are available.`}
			</p>
			{results.length > 0 && (
				<RecordTable
					caption={`Results for ${q}`}
					columns={columns}
					rows={results}
					action={{ name: "Cart", cell: Add }}
				/>
			)}
			<div>
				<ViewCart />
			</div>
		</div>
	);
}

const Add = ({ name, item }: RegisterResult) => item && <AddForm subject={name} size="sm" item={item} />;
