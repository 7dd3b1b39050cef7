import { Alert } from "~/components/ui/alert";
import type { Failure } from "~/lib/result";
import { type SettingsChange, settingsMessages } from "../profile";

/** Confirms the last change. Hidden while the form shows a failure. */
export function SavedMessage({ saved, failure }: { saved: SettingsChange | undefined; failure?: Failure | undefined }) {
	if (!saved || failure) return null;
	return (
		<Alert tone="success" role="status">
			{settingsMessages[saved]}
		</Alert>
	);
}
