import { href } from "react-router";
import { domainText } from "~/components/forms/domain-field";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { maxBulkNames } from "../domain-input";

/** Characters. An address may have 4 KB, and a new line takes six characters of it. */
const maxText = 2_400;

/** Searches a list of names. */
export function BulkForm({ names, open = false }: { names: string; open?: boolean }) {
	return (
		<details className="group" open={open}>
			<summary className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-indigo">
				Check up to {maxBulkNames} names at once
				<Icon name="chevron-down" size={16} className="flex-none transition-transform group-open:rotate-180" />
			</summary>
			<form action={href("/domains/search")} className="grid max-w-3xl gap-3 pt-1">
				<label className="grid gap-1 font-medium">
					Names
					<span id="names-hint" className="text-sm font-normal text-muted">
						One on each line, or with commas or spaces between them. A word without an extension gets .co.ke.
					</span>
					<textarea
						name="names"
						rows={6}
						required
						maxLength={maxText}
						defaultValue={names}
						aria-describedby="names-hint"
						{...domainText}
						className="rounded-field border border-edge bg-surface px-4 py-3 font-normal"
					/>
				</label>
				<noscript>
					<input type="hidden" name="view" value="full" />
				</noscript>
				<Button type="submit" className="justify-self-start">
					Check names
				</Button>
			</form>
		</details>
	);
}
