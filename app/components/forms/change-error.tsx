import type { Failure } from "~/lib/result";
import { ErrorText } from "./error-text";

/** The error of a ChangeForm. Screen readers announce it. */
export const ChangeError = ({ failure }: { failure: Failure | undefined }) =>
	failure ? <ErrorText role="alert">{failure.message}</ErrorText> : null;
