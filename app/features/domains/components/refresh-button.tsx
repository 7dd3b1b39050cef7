import { Form } from "react-router";
import { SubmitButton } from "~/components/forms/submit";
import { useBusy } from "~/components/forms/use-busy";
import { Icon } from "~/components/ui/icon";

/** Asks the registries about the domains that are shown. */
export function RefreshButton() {
	const busy = useBusy("refresh");
	return (
		<Form method="post" preventScrollReset replace>
			<SubmitButton name="intent" value="refresh" variant="secondary" busy={busy} busyText="Asking...">
				<span className="flex items-center gap-2">
					<Icon name="refresh-cw" />
					Refresh
				</span>
			</SubmitButton>
		</Form>
	);
}
