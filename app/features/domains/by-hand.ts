/** Why a change at a registrar waits for a person. The text is stored with the event. */
export const byHandReason = "Must be done by hand at the registrar";
