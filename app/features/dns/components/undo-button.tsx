import { Form } from "react-router";
import { Button } from "~/components/ui/button";

export function UndoButton({ changeId, version, of }: { changeId: string; version: number; of: string }) {
	return (
		<Form method="post" preventScrollReset replace>
			<input type="hidden" name="version" value={version} />
			<input type="hidden" name="changeId" value={changeId} />
			<Button type="submit" name="intent" value="undo" variant="secondary" size="sm">
				Undo<span className="sr-only"> {of}</span>
			</Button>
		</Form>
	);
}
