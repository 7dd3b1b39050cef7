import { Form } from "react-router";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Icon } from "~/components/ui/icon";

/** Updates the listed domains from their registries. */
export function RefreshButton() {
	const busy = useBusy("refresh");
	return (
		<Form method="post" preventScrollReset replace>
			<SubmitButton name="intent" value="refresh" variant="secondary" busy={busy} busyText="Refreshing...">
				<span className="flex items-center gap-2">
					<Icon name="refresh-cw" />
					Refresh
				</span>
			</SubmitButton>
		</Form>
	);
}
