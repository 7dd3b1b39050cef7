import { cx } from "~/components/ui/cx";
import type { OrderedName } from "../order-view";

/** The page's title: the status and, large, the name. The line breaks before the name's first dot if it has to. */
export function NameTitle({ name: { unicode }, status }: { name: OrderedName; status: string }) {
	const dot = unicode.indexOf(".");
	return (
		<h1 className="grid gap-2">
			<span className="font-sans text-base leading-normal font-semibold tracking-normal text-lake">{status}.</span>
			<span className={cx("wrap-anywhere", unicode.length > 20 ? "text-2xl sm:text-3xl" : "text-3xl lg:text-4xl")}>
				{unicode.slice(0, dot)}
				<wbr />
				<span className="text-sun">.</span>
				{unicode.slice(dot + 1)}
			</span>
		</h1>
	);
}
