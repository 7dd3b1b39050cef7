/**
 * Articles that may answer what someone writes in the fields of its form. Empty until islands/help-suggestions.ts finds
 * some. The form loads that script when it gets the focus. Put it below the buttons, which must not move while someone
 * is about to press them.
 */
export const HelpSuggestions = ({ fields }: { fields: readonly string[] }) => (
	<help-suggestions class="block empty:hidden" aria-live="polite" data-fields={fields.join(" ")} />
);
