import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/** Appears with the script that makes it work; without it the browser's own menu prints. */
export function PrintButton() {
	const [scripted, setScripted] = useState(false);
	useEffect(() => setScripted(true), []);
	if (!scripted) return null;
	return (
		<Button variant="secondary" onClick={() => window.print()}>
			<Icon name="printer" />
			Print
		</Button>
	);
}
