import { Form, href, Link, useLocation, useRouteLoaderData } from "react-router";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Field } from "~/components/forms/field";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { cx } from "~/components/ui/cx";
import { Icon } from "~/components/ui/icon";
import type { SavedView } from "~/features/saved-views/saved-views.server";

/** The same filters have the same text, whatever their order. */
function filtersOf(search: string): string {
	const params = new URLSearchParams(search);
	// The page of the list and its checkboxes are no filters.
	params.delete("after");
	params.delete("select");
	for (const [name, value] of [...params]) if (value === "") params.delete(name);
	params.sort();
	return params.toString();
}

/** The saved views of the list in the address, and a form that saves its filters as one. */
export function SavedViewBar() {
	const { pathname, search } = useLocation();
	const frame = useRouteLoaderData("routes/desk/layout") as { readonly views: readonly SavedView[] | null } | undefined;
	if (!frame?.views) return null;
	const current = filtersOf(search);
	const shown = frame.views.find(({ query }) => filtersOf(query) === current);
	if (frame.views.length === 0 && current === "") return null;
	const action = href("/desk/views");
	return (
		<div className="flex flex-wrap items-center gap-2">
			{frame.views.map(({ id, name, query }) => (
				<Link
					key={id}
					to={query === "" ? pathname : `${pathname}?${query}`}
					aria-current={id === shown?.id ? "true" : undefined}
					className={cx(
						"inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold no-underline",
						id === shown?.id ? "border-indigo bg-indigo-wash text-indigo" : "border-edge text-ink hover:border-ink",
					)}
				>
					{name}
				</Link>
			))}
			{shown?.mayRemove && (
				<Form method="post" action={action}>
					<HiddenFields values={{ intent: "remove", list: pathname, viewId: shown.id }} />
					<Button type="submit" variant="quiet" size="sm">
						{shown.mine ? "Remove this view" : "Remove this view for everyone"}
					</Button>
				</Form>
			)}
			{!shown && current !== "" && (
				<details key={current} className="min-w-0">
					<summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-semibold text-indigo marker:content-none">
						<Icon name="bookmark" />
						Save this view
					</summary>
					<Form method="post" action={action} className="grid max-w-md gap-3 py-2">
						<HiddenFields values={{ intent: "save", list: pathname, query: current }} />
						<Field label="Name" name="name" maxLength={40} required />
						<CheckboxField name="shared" label="For everyone at the desk" />
						<div>
							<Button type="submit" size="sm">
								Save
							</Button>
						</div>
					</Form>
				</details>
			)}
		</div>
	);
}
