import { Icon } from "~/components/ui/icon";
import { domainPrice, soldExtensions } from "~/features/catalog/domain-prices";
import { isSold } from "~/features/catalog/known-extensions";
import { type Currency, formatMoney } from "~/lib/money";

/** Shown as buttons. The list has all extensions. */
const quickExtensions = ["co.ke", "com", "africa", "net", "org", "xyz", "ai", "io"];

/**
 * Picks an extension. Each option submits the form. With script (islands/search-page.ts), it changes the text box instead.
 * @param selected the extension in the text box, without its dot
 */
export function ExtensionPicker({ selected, currency }: { selected: string | null; currency: Currency }) {
	return (
		<fieldset className="relative flex min-w-0 items-center gap-2">
			<legend className="sr-only">Extension</legend>
			<div className="-my-1 -ms-4 flex min-w-0 gap-1.5 overflow-x-auto py-1 ps-4 [scrollbar-width:none] sm:-ms-1 sm:ps-1">
				{quickExtensions.filter(isSold).map((tld) => (
					<button
						key={tld}
						type="submit"
						name="tld"
						value={tld}
						aria-pressed={tld === selected}
						className="group/chip relative min-h-9 flex-none rounded-full border border-line bg-surface px-3 text-sm whitespace-nowrap transition-colors after:absolute after:inset-x-0 after:-inset-y-1 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
					>
						<span className="font-semibold">.{tld}</span>{" "}
						<span className="tabular-nums max-sm:sr-only">
							{formatMoney(domainPrice(tld, currency)).replace("Ksh ", "")}
						</span>
					</button>
				))}
			</div>
			<details className="group flex-none sm:relative" data-extensions>
				<summary className="relative block min-h-9 rounded-full border border-edge/50 leading-[2.25rem] bg-surface px-3.5 text-sm font-semibold whitespace-nowrap select-none after:absolute after:inset-x-0 after:-inset-y-1 hover:border-ink">
					All<span className="max-sm:hidden"> extensions</span>
					<Icon
						name="chevron-down"
						size={16}
						className="ms-1 inline align-middle transition-transform group-open:rotate-180"
					/>
				</summary>
				<ul className="absolute z-20 mt-2 grid max-h-80 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float max-sm:inset-x-0 sm:end-0 sm:w-64">
					{soldExtensions().map((tld) => (
						<li key={tld}>
							<button
								type="submit"
								name="tld"
								value={tld}
								aria-pressed={tld === selected}
								className="flex min-h-11 w-full items-center justify-between gap-4 rounded-field px-3 text-start hover:bg-lake-wash aria-pressed:bg-lake-wash"
							>
								<span className="font-semibold">.{tld}</span>{" "}
								<span className="text-sm text-muted tabular-nums">
									{formatMoney(domainPrice(tld, currency))} a year
								</span>
							</button>
						</li>
					))}
				</ul>
			</details>
		</fieldset>
	);
}
