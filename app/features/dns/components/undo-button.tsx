import { RowAction } from "~/components/forms/row-action";

export function UndoButton({ changeId, version, of }: { changeId: string; version: number; of: string }) {
	return (
		<RowAction change={{ intent: "undo", version, changeId }} subject={of}>
			Undo
		</RowAction>
	);
}
