import { cx } from "~/components/ui/cx";

/** A domain name with its dot in the color `sun`. Only for large text. May wrap before the dot. */
export function DomainText({ name, tld, muted = false }: { name: string; tld: string; muted?: boolean }) {
	return (
		<span className={cx("font-display font-bold tracking-tight [overflow-wrap:anywhere]", muted && "text-muted")}>
			{name.slice(0, -tld.length - 1)}
			<wbr />
			<span className={muted ? undefined : "text-sun"}>.</span>
			{tld}
		</span>
	);
}
