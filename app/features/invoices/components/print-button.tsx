import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/** islands/print-button.ts prints. Hidden without script, because it would do nothing. */
export function PrintButton() {
	return (
		<print-button class="not-defined:hidden">
			<Button variant="secondary">
				<Icon name="printer" />
				Print
			</Button>
		</print-button>
	);
}
