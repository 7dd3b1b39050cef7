import { shownField, writeShown } from "~/lib/shown-values";

/** What the form starts with: sent along, so that what others changed meanwhile is not lost. */
export const ShownValues = ({ values }: { values: Readonly<Partial<Record<string, string>>> }) => (
	<input type="hidden" name={shownField} value={writeShown(values)} />
);
