import { Alert } from "~/components/ui/alert";
import type { Failure } from "~/lib/result";
import { type SettingsChange, settingsMessages } from "../profile";

/** What was saved last; nothing while something is wrong. */
export function SavedMessage({ saved, failure }: { saved: SettingsChange | undefined; failure?: Failure | undefined }) {
	if (!saved || failure) return null;
	return (
		<Alert tone="success" role="status">
			{settingsMessages[saved]}
		</Alert>
	);
}
