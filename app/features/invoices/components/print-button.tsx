import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";

/** Hidden without script, because it would do nothing. */
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
