import { useEffect, useRef, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { askForPasskey, supportsPasskeyAutofill, supportsPasskeys } from "../browser";

/** Offers passkeys in the address field's own list, and by a button. Nothing of it shows where there are none. */
export function PasskeySignIn({ request }: { request: { challenge: string; rpId: string } }) {
	const submit = useSubmit();
	const [shown, setShown] = useState(false);
	const waiting = useRef<AbortController>(null);

	useEffect(() => {
		setShown(supportsPasskeys());
		const controller = new AbortController();
		waiting.current = controller;
		void (async () => {
			if (!(await supportsPasskeyAutofill()) || controller.signal.aborted) return;
			const passkey = await askForPasskey(request, { conditional: true, signal: controller.signal });
			if (passkey) submit({ passkey }, { method: "post" });
		})();
		return () => controller.abort();
	}, [request, submit]);

	if (!shown) return null;
	const ask = async () => {
		// A browser asks one question at a time.
		waiting.current?.abort();
		const passkey = await askForPasskey(request, { conditional: false, signal: new AbortController().signal });
		if (passkey) submit({ passkey }, { method: "post" });
	};
	return (
		<Button variant="secondary" onClick={ask} className="mt-4 w-full">
			<Icon name="key-round" />
			Sign in with a passkey
		</Button>
	);
}
