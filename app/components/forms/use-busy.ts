import { useNavigation } from "react-router";

/** Whether a form of this page is being submitted. With `intent`, only the form with that intent. */
export function useBusy(intent?: string): boolean {
	const { state, formData } = useNavigation();
	if (state === "idle" || !formData) return false;
	return intent === undefined || formData.get("intent") === intent;
}
