import type { ComponentProps } from "react";
import { Button } from "../ui/button";

interface SubmitButtonProps extends ComponentProps<typeof Button> {
	/** On pages with React: disables the button and shows `busyText`. On other pages islands/live-form.ts does. */
	busy?: boolean;
	busyText?: string;
}

export function SubmitButton({ busy = false, busyText, disabled, children, ...rest }: SubmitButtonProps) {
	return (
		<Button type="submit" disabled={busy || disabled} data-busy-text={busyText} {...rest}>
			{/* In its own element: replacing the text in place would count as a layout shift. */}
			<span aria-live="polite">{busy && busyText ? <span>{busyText}</span> : children}</span>
		</Button>
	);
}
