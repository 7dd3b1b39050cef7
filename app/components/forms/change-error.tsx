import type { Failure } from "~/lib/result";
import { ErrorText } from "./error-text";

/** Why one small change was not made; read out when it comes. */
export const ChangeError = ({ failure }: { failure: Failure | undefined }) =>
	failure ? <ErrorText role="alert">{failure.message}</ErrorText> : null;
