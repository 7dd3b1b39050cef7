import { useNavigation } from "react-router";

/** Is a form of this page on its way? With an intent: the form with that intent. */
export function useBusy(intent?: string): boolean {
	const { state, formData } = useNavigation();
	if (state === "idle" || !formData) return false;
	return intent === undefined || formData.get("intent") === intent;
}
