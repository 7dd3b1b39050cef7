import type { ComponentProps } from "react";
import { Button } from "../ui/button";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
	/** While its request runs it is disabled and says so. */
	busy?: boolean;
	busyText?: string;
}

export function SubmitButton({ busy = false, busyText, disabled, children, ...rest }: SubmitButtonProps) {
	return (
		<Button type="submit" disabled={busy || disabled} {...rest}>
			{/* An element of its own: a word that replaces another in place counts as one that has moved. */}
			<span aria-live="polite">{busy && busyText ? <span>{busyText}</span> : children}</span>
		</Button>
	);
}
