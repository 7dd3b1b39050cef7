import { initialValuesField, writeInitialValues } from "~/lib/initial-values";

/** Sends the values that the form was opened with, so that `mergeFormValues` can keep changes made elsewhere. */
export const InitialValues = ({ values }: { values: Readonly<Partial<Record<string, string>>> }) => (
	<input type="hidden" name={initialValuesField} value={writeInitialValues(values)} />
);
