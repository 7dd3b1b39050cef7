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
			<span aria-live="polite">{busy && busyText ? busyText : children}</span>
		</Button>
	);
}
