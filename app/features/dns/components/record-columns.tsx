import { Fragment } from "react";
import type { Column } from "~/components/ui/record-table";
import type { RecordRow } from "../zone-view";

/** Browsers would break `-all` of SPF after its hyphen. */
const Value = ({ text }: { text: string }) => (
	<span className="line-clamp-3 wrap-anywhere">
		{text.split(" ").map((word, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: a word can occur twice
			<Fragment key={index}>
				{index > 0 && " "}
				{/^-\w{1,9}$/.test(word) ? <span className="whitespace-nowrap">{word}</span> : word}
			</Fragment>
		))}
	</span>
);

/** Columns of every DNS record list. */
export const recordColumns: readonly Column<RecordRow>[] = [
	{ name: "Type", cell: ({ type }) => type },
	{ name: "Name", cell: ({ name }) => <span className="block wrap-anywhere md:min-w-28">{name}</span> },
	{ name: "Value", cell: ({ value }) => <Value text={value} /> },
	{ name: "TTL", cell: ({ ttl }) => <span className="whitespace-nowrap">{ttl}</span> },
];
