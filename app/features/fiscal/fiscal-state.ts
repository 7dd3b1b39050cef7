import { stateMachine } from "~/lib/state-machine";

/** `refused`: the tax authority does not sign it as it is, so staff decide. */
export type FiscalState = "pending" | "signed" | "refused";

export const fiscalStates = stateMachine<FiscalState>("tax document", {
	pending: ["signed", "refused"],
	refused: ["pending"],
	signed: [],
});
