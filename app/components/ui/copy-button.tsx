import { useEffect, useState } from "react";
import { toast } from "~/islands/toast";
import { Button } from "./button";

interface CopyButtonProps {
	text: string;
	/** What it is, at the beginning of a sentence: "The code". */
	what: string;
	size?: "sm" | undefined;
}

/** Puts a text on the clipboard. It appears with the script that makes it work. */
export function CopyButton({ text, what, size }: CopyButtonProps) {
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	if (!scripted) return null;
	// Without HTTPS there is no clipboard.
	const copy = async () => navigator.clipboard.writeText(text);
	const tell = () =>
		copy().then(
			() => toast(`${what}: copied.`, "success"),
			() => toast("Your browser did not copy it. Select and copy it by hand.", "error"),
		);
	return (
		<Button variant="secondary" size={size} onClick={tell}>
			Copy
			<span className="sr-only">: {what}</span>
		</Button>
	);
}
